import { useOwnPhoto } from '../model/people/use-photo.ts';
import { Portrait } from '../ui/portrait.tsx';

/** Whose account it is: the own photo, or a sign. A sign is drawn to its edges, a picture needs a little more to be told. */
export function AccountFace({ compact }: { readonly compact: boolean }) {
  const photo = useOwnPhoto();
  const size = compact ? 22 : 18;
  return <Portrait photo={photo} size={photo === null ? size : size + 6} />;
}
