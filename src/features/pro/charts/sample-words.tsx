import { useState } from 'react';
import { prefixRange } from '../../../../sync/core/index-key.ts';
import { chartScope } from '../../../../sync/collections/classes.ts';
import { statusFlags } from '../../../../sync/domain/appointment-status.ts';
import type { OrchidClient } from '../../../lib/model.ts';
import { clockTime, dateIn, fullDate } from '../../../lib/time.ts';
import { notTakenWords } from '../../../lib/use-change.ts';
import { useRange } from '../../../lib/use-records.ts';
import { clientName } from '../../../model/clients/client-name.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { moveWritten } from '../../../model/sample/move-written.ts';
import type { WrittenNote } from '../../../model/sample/written-into.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import styles from './sample-words.module.css';

interface SampleWordsProps {
  readonly written: readonly WrittenNote[];
  readonly client: Pick<OrchidClient, 'mutate'>;
  readonly busy: boolean;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

/** [SD-2] What somebody wrote into a sample, named before it goes; each note of it can be moved to a session of a real client. */
export function SampleWords({ written, client, busy, onRemove, onClose }: SampleWordsProps) {
  const { zone } = useMe();
  return (
    <Sheet
      open
      size="medium"
      title="You wrote into the sample"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button tone="danger" disabled={busy} onClick={onRemove}>
            Remove the sample
          </Button>
        </>
      }
    >
      <p>Removed, it stands in no list any more, with what you wrote. For 30 days you can bring it back.</p>
      <ul className={styles.notes}>
        {written.map((one) => (
          <li key={one.appointmentId} className={styles.note}>
            <p className={styles.head}>Note of {fullDate(dateIn(one.sessionStart, zone))}</p>
            <p className={styles.soft}>{one.parts.map(({ label }) => label).join(', ')}</p>
            <MoveNote written={one} client={client} />
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

/** Copies what was written into the note of a real session; what stands there is kept beside it. */
function MoveNote({
  written,
  client,
}: {
  readonly written: WrittenNote;
  readonly client: Pick<OrchidClient, 'mutate'>;
}) {
  const { practiceId, zone, displayName } = useMe();
  const [chartId, setChartId] = useState('');
  const [appointmentId, setAppointmentId] = useState('');
  const [said, setSaid] = useState<{ readonly isSaved: boolean; readonly words: string } | null>(null);
  const cards = useRange(
    practiceId === '' ? null : { collection: 'client_card', index: 'practice', ...prefixRange(practiceId) },
  );
  const sessions = useRange(
    chartId === '' ? null : { collection: 'appointment', index: 'scope_start', ...prefixRange(chartScope(chartId)) },
  );
  const clients = (cards.loading ? [] : cards.value).filter(({ body }) => !body.sample && body.archived === undefined);
  const held = (sessions.loading || chartId === '' ? [] : sessions.value)
    .filter(({ body }) => !statusFlags(body.status).cancelled)
    .toReversed();
  if (said?.isSaved) return <output className={styles.soft}>{said.words}</output>;
  const move = async (): Promise<void> => {
    const to = { appointmentId, authorName: displayName };
    // What the engine threw is in its log.
    const failure = await moveWritten(client, written, to).catch(() => notTakenWords);
    setSaid(
      failure === null
        ? { isSaved: true, words: 'Moved. What stood in that note stands beside it, for you to choose.' }
        : { isSaved: false, words: failure },
    );
  };
  return (
    <div className={styles.move}>
      <SelectField
        label="Move to a real client"
        value={chartId}
        onChange={(event) => {
          setChartId(event.target.value);
          setAppointmentId('');
        }}
        options={[
          { value: '', label: clients.length === 0 ? 'No client yet' : 'Choose a client' },
          ...clients
            .map(({ id, body }) => ({ value: id, label: clientName(body) }))
            .toSorted((one, other) => one.label.localeCompare(other.label)),
        ]}
      />
      {chartId === '' ? null : (
        <SelectField
          label="Session"
          value={appointmentId}
          onChange={(event) => setAppointmentId(event.target.value)}
          options={[
            { value: '', label: held.length === 0 ? 'No session yet' : 'Choose a session' },
            ...held.map(({ id, body }) => ({
              value: id,
              label: `${fullDate(dateIn(body.start, zone))}, ${clockTime(body.start, zone)}`,
            })),
          ]}
        />
      )}
      {appointmentId === '' ? null : <Button onClick={() => void move()}>Move the text</Button>}
      {said ? (
        <Notice tone="need" role="alert">
          {said.words}
        </Notice>
      ) : null}
    </div>
  );
}
