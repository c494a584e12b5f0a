import type { ClientPlace } from '../../../sync/collections/session-place.ts';
import { fullDate } from '../../lib/time.ts';
import { Notice } from '../../ui/notice.tsx';
import { placeName } from './client-place.ts';
import type { LicenseReach } from './license-reach.ts';

interface ReachNoticeProps {
  readonly place: ClientPlace;
  readonly reach: LicenseReach;
}

/** Warns where no licence reaches the client (D-26), and leaves it to who treats. */
export function ReachNotice({ place, reach }: ReachNoticeProps) {
  if (reach.kind === 'reaches') return null;
  return (
    <Notice tone="wait" title={`No license for ${placeName(place)}`}>
      {reach.kind === 'ended'
        ? `By your record it ended on ${fullDate(reach.on)}.`
        : 'Your record names none there. A compact or a rule for temporary practice may allow it; that is for you to know.'}
    </Notice>
  );
}
