import { useState } from 'react';
import { useClient } from '../../../lib/client-context.ts';
import { longDay } from '../../../lib/time.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { isDay } from './access-form.ts';
import type { AccessRow } from './access-rows.ts';

interface LastDayProps {
  readonly row: AccessRow;
  readonly scope: string;
  readonly today: string;
  readonly onClose: () => void;
}

/** Gives an access that somebody has another last day, in every role. */
export function LastDay({ row, scope, today, onClose }: LastDayProps) {
  const client = useClient();
  const [until, setUntil] = useState(row.until ?? today);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const fits = isDay(until) && until >= today && until !== row.until;
  const hint =
    !isDay(until) || until === row.until
      ? 'Choose another last day.'
      : fits
        ? `Access ends when ${longDay(until, today)} is over where the practice is.`
        : 'That day has passed.';

  async function save(): Promise<void> {
    setBusy(true);
    for (const { body } of row.dated) {
      const { account, account_name, role } = body;
      if (body.until === until || (role !== 'treating' && role !== 'supervisor')) continue;
      const result = await client.mutate('membership.grant', { scope, account, account_name, role, until });
      if (result.kind === 'saved') continue;
      setBusy(false);
      setFailure(result.message);
      return;
    }
    onClose();
  }

  return (
    <Sheet
      open
      title="Last day of access"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button tone="primary" disabled={!fits || busy} onClick={() => void save()}>
            Set the last day
          </Button>
        </>
      }
    >
      <p>
        <PersonName name={row.name} /> reads this chart through that day.
      </p>
      <TextField
        label="Last day"
        type="date"
        min={today}
        value={until}
        onChange={(event) => setUntil(event.currentTarget.value)}
        hint={hint}
      />
      {failure ? (
        <Notice tone="need" role="alert">
          {failure}
        </Notice>
      ) : null}
    </Sheet>
  );
}
