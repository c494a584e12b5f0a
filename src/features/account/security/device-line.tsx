import type { DeviceFacts } from '../../../../sync/protocol/device-message.ts';
import { dateIn, fullDate } from '../../../lib/time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import styles from './security.module.css';
import { heldWords, nameOf, sinceWords, stateWords } from './device-words.ts';

/** What is done about one device. */
export type DeviceStep = 'put-away' | 'lost' | 'held' | 'found';

interface DeviceLineProps {
  readonly device: DeviceFacts;
  readonly onChoose: (step: DeviceStep) => void;
}

/** A device in plain words, with what its owner can do about it. This one is ended by logging out. */
export function DeviceLine({ device, onChoose }: DeviceLineProps) {
  const { zone } = useMe();
  const now = useNow();
  const name = nameOf(device);
  const { is_this: isThis, lost_at: lostAt } = device;
  return (
    <li className={styles.line} aria-label={isThis ? `${name}, this device` : name}>
      <div className={styles.words}>
        <p className={styles.title}>{isThis ? `${name} · this device` : name}</p>
        <p className={styles.soft}>
          {stateWords(device, zone, now)} {sinceWords(device, zone)}
        </p>
      </div>
      {isThis ? null : (
        <div className={styles.ways}>
          {device.state === 'out' ? null : <Button onClick={() => onChoose('put-away')}>Log out there</Button>}
          {lostAt === null ? (
            <Button tone="quiet" onClick={() => onChoose('lost')}>
              Report lost
            </Button>
          ) : null}
        </div>
      )}
      {lostAt === null ? null : (
        <div className={styles.whole}>
          <Notice
            tone="need"
            title={`Reported lost on ${fullDate(dateIn(lostAt, zone))}`}
            actions={
              <>
                {device.held > 0 ? (
                  <Button tone="primary" onClick={() => onChoose('held')}>
                    {device.held === 1 ? 'Look at it' : 'Look at them'}
                  </Button>
                ) : null}
                <Button onClick={() => onChoose('found')}>I have it again</Button>
              </>
            }
          >
            {device.held > 0
              ? `Written on a device you reported lost: ${heldWords(device.held, device.held_more)}.`
              : 'What comes from it is held until you decide on it. Nothing waits for that just now.'}
          </Notice>
        </div>
      )}
    </li>
  );
}
