import { useSub } from '../../lib/client-context.ts';
import { useRecord } from '../../lib/use-records.ts';

/** The own photo as the address of a picture; null where there is none, or it has not been read yet. */
export function useOwnPhoto(): string | null {
  const sub = useSub();
  const photo = useRecord('profile_photo', sub || null);
  if (photo.loading || !photo.value || photo.value.body.image === '') return null;
  return `data:image/jpeg;base64,${photo.value.body.image}`;
}
