import { wordsOf } from '../../../../sync/collections/mutator-words.ts';
import type { HeldChange } from '../../../../sync/protocol/device-message.ts';
import { recently } from '../../../lib/time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useRecord } from '../../../lib/use-records.ts';
import { chartIdOf } from '../../../model/clients/client-name.ts';
import { useClientName } from '../../../model/clients/use-client-names.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { Checkbox } from '../../../ui/choice.tsx';
import styles from './security.module.css';

interface HeldChangeLineProps {
  readonly change: HeldChange;
  readonly isLetThrough: boolean;
  readonly onChange: (isLetThrough: boolean) => void;
}

/** What kind of change, of which client where this device knows the name, and when it came. */
export function HeldChangeLine({ change, isLetThrough, onChange }: HeldChangeLineProps) {
  const { zone } = useMe();
  const now = useNow();
  const session = useRecord('appointment', argument(change, 'appointment_id') ?? '');
  const found = session.loading ? undefined : session.value;
  const client = useClientName(argument(change, 'chart_id') ?? (found ? chartIdOf(found) : null));
  const title = wordsOf(change.name)?.title ?? 'Change';
  return (
    <li className={styles.line}>
      <Checkbox
        checked={isLetThrough}
        onChange={(event) => onChange(event.target.checked)}
        label={
          <>
            <span className={styles.title}>{client === null ? title : `${title}: ${client}`}</span>
            <span className={styles.under}>Received {recently(change.at, zone, now)}</span>
          </>
        }
      />
    </li>
  );
}

/** An id that a change names; null where it names none of that kind. */
function argument({ args }: HeldChange, name: string): string | null {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return null;
  const id = (args as Readonly<Record<string, unknown>>)[name];
  return typeof id === 'string' ? id : null;
}
