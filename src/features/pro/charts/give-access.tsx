import { useId, useState } from 'react';
import type { SeenRecord } from '../../../../sync/client/api.ts';
import { longDay } from '../../../lib/time.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Button } from '../../../ui/button.tsx';
import { Radio } from '../../../ui/choice.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { Professional } from './chart-access.tsx';
import styles from './give-access.module.css';

interface GiveAccessProps {
  readonly scope: string;
  readonly clientName: string;
  /** Those of the practice who have no access yet. */
  readonly colleagues: readonly SeenRecord<Professional>[];
  readonly today: string;
  /** The day until which this account may give access at most; null: no such day. */
  readonly lastDay: string | null;
  readonly onClose: () => void;
}

const roles = [
  { value: 'treating', label: 'Treating', hint: 'Reads everything and writes notes' },
  { value: 'supervisor', label: 'Supervisor', hint: 'Reads everything, writes nothing' },
] as const;

export function GiveAccess({ scope, clientName, colleagues, today, lastDay, onClose }: GiveAccessProps) {
  const name = useId();
  const [account, setAccount] = useState<string | null>(null);
  const [role, setRole] = useState<'treating' | 'supervisor'>('treating');
  const [until, setUntil] = useState<string | null>(lastDay);
  const { busy, failure, run } = useChange(onClose);
  const fits = until === null || (until >= today && (lastDay === null || until <= lastDay));
  const chosen = colleagues.find((colleague) => colleague.body.cognito_sub === account);

  if (colleagues.length === 0) {
    return (
      <Sheet open title="Give access" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
        <p>Every colleague in your practice has access already, or there are none yet.</p>
      </Sheet>
    );
  }
  return (
    <Sheet
      open
      title={`Give access to the chart of ${clientName}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button
            tone="primary"
            disabled={!chosen || !fits || busy}
            onClick={() =>
              chosen
                ? void run('membership.grant', {
                    scope,
                    account: chosen.body.cognito_sub,
                    account_name: chosen.body.display_name,
                    role,
                    ...(until === null ? {} : { until }),
                  })
                : undefined
            }
          >
            Give access
          </Button>
        </>
      }
    >
      <fieldset className={styles.group}>
        <legend className={styles.legend}>Colleague</legend>
        {colleagues.map((colleague) => (
          <Radio
            key={colleague.id}
            name={`${name}-who`}
            checked={account === colleague.body.cognito_sub}
            onChange={() => setAccount(colleague.body.cognito_sub)}
            label={
              <>
                {colleague.body.display_name} <span className={styles.soft}>{colleague.body.medical_degree}</span>
              </>
            }
          />
        ))}
      </fieldset>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>As</legend>
        {roles.map((option) => (
          <Radio
            key={option.value}
            name={`${name}-role`}
            checked={role === option.value}
            onChange={() => setRole(option.value)}
            label={
              <>
                {option.label} <span className={styles.hint}>{option.hint}</span>
              </>
            }
          />
        ))}
      </fieldset>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>Until</legend>
        {lastDay === null ? (
          <Radio
            name={`${name}-until`}
            checked={until === null}
            onChange={() => setUntil(null)}
            label="It is ended by hand"
          />
        ) : null}
        <Radio
          name={`${name}-until`}
          checked={until !== null}
          onChange={() => setUntil(lastDay ?? today)}
          label="A last day"
        />
        {until === null ? null : (
          <TextField
            label="Last day"
            type="date"
            min={today}
            max={lastDay ?? undefined}
            value={until}
            onChange={(event) => setUntil(event.currentTarget.value)}
            hint={lastDayWords(until, { today, lastDay, fits })}
          />
        )}
      </fieldset>
      {failure ? (
        <Notice tone="need" role="alert">
          {failure}
        </Notice>
      ) : null}
    </Sheet>
  );
}

/** The day in words, or why it cannot be that one. */
function lastDayWords(until: string, at: { today: string; lastDay: string | null; fits: boolean }): string {
  if (until === '') return 'Choose the last day of this access.';
  if (at.fits) return `Access ends when ${longDay(until, at.today)} is over where the practice is.`;
  if (until < at.today) return 'That day has passed.';
  return at.lastDay === null ? '' : `Your own access ends with ${longDay(at.lastDay, at.today)}.`;
}
