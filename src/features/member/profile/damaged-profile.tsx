import { Notice } from '../../../ui/notice.tsx';

/** [C-628] Instead of a profile of which nothing would seem to be said. */
export function DamagedProfile() {
  return (
    <Notice tone="need" role="alert" title="Your profile is damaged on this device">
      failed to get patient info: it is being fetched again, and comes back as soon as it is whole. Nothing on the
      server is lost.
    </Notice>
  );
}
