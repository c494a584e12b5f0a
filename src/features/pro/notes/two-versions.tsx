import { Columns2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { SeenRecord } from '../../../../sync/client/api.ts';
import type { Answer, Note, OtherVersion } from '../../../../sync/collections/note-body.ts';
import { isProse, type FormElement } from '../../../../sync/domain/note-schema.ts';
import { useClient } from '../../../lib/client-context.ts';
import { saidOf, thisDevice } from './this-device.ts';
import { recently } from '../../../lib/time.ts';
import type { Me } from '../../../model/people/use-account.ts';
import { notTakenWords } from '../../../lib/use-change.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useRecords } from '../../../lib/use-records.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import { StatusWord } from '../../../ui/status-word.tsx';
import { answerText } from './answers.ts';
import { placeWords } from './place-words.ts';
import { wordDiff } from './word-diff.ts';
import styles from './two-versions.module.css';

export type Version = Omit<OtherVersion, 'field'>;

/** All versions of a field, the current one first; a single one where nothing waits for a choice. */
export function versionsOf(note: SeenRecord<Note> | undefined, field: string): readonly Version[] {
  if (!note) return [];
  const others = note.body.others.filter((other) => other.field === field);
  if (others.length === 0) return [];
  const written = note.body.written[field];
  const current: Version = {
    uid: note.stamps[field] ?? '',
    value: note.body.answers[field] ?? '',
    at: written?.at ?? note.body.started,
    by: written?.by ?? note.body.author,
    ...(written?.device ? { device: written.device } : {}),
  };
  return [current, ...others];
}

interface TwoVersionsProps {
  readonly element: Exclude<FormElement, { type: 'section' | 'text-only' }>;
  readonly appointmentId: string;
  readonly versions: readonly Version[];
  readonly me: Me;
}

/** Two people, or one on two devices, wrote at once. Nothing was lost; a person chooses. */
export function TwoVersions({ element, appointmentId, versions, me }: TwoVersionsProps) {
  const client = useClient();
  const now = useNow();
  const titleId = useId();
  const here = thisDevice(client);
  const [merging, setMerging] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const colleagues = useRecords(
    'professional',
    versions.map((version) => version.by).filter((by) => by !== me.sub),
  );

  async function keep(value: Answer): Promise<void> {
    setBusy(true);
    const result = await client
      .mutate(
        'note.choose',
        {
          appointment_id: appointmentId,
          field: element.field,
          value,
          seen: versions.map((version) => version.uid),
          ...saidOf(here),
        },
        // A text of their own may stand in it: where the choice is refused, it is kept.
        { keepAs: `note/${appointmentId}/${element.field}/choice/${titleId}` },
      )
      // What the engine threw is in its log.
      .catch(() => null);
    setBusy(false);
    setFailure(result?.kind === 'saved' ? null : (result?.message ?? notTakenWords));
  }

  // On which of her devices is the author's own business: of a colleague's version her name is said, and when.
  const whoWrote = (version: Version) => {
    if (version.by === me.sub)
      return (
        <>
          <strong>You</strong>, {placeWords(version.device, here)}
        </>
      );
    const name = colleagues.get(version.by)?.body.display_name;
    return <strong>{name === undefined ? 'A colleague' : <PersonName name={name} />}</strong>;
  };

  return (
    <section className={styles.versions} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h3 id={titleId} className={styles.title}>
          {element.label}
        </h3>
        <StatusWord tone="wait" icon={Columns2}>
          {versions.length === 2 ? 'Two versions' : `${versions.length} versions`}
        </StatusWord>
      </header>
      <p className={styles.lead}>Written at the same time in two places. Nothing is lost; choose what stays.</p>
      <div className={styles.columns}>
        {versions.map((version, index) => (
          <div key={version.uid} className={styles.version}>
            <p className={styles.who}>
              {whoWrote(version)}, {recently(version.at, me.zone, now)}
            </p>
            <p className={styles.text}>
              <VersionText version={version} other={versions[index === 0 ? 1 : 0] ?? version} />
            </p>
            <Button disabled={busy} onClick={() => void keep(version.value)}>
              Keep this
            </Button>
          </div>
        ))}
      </div>
      {failure ? (
        <Notice tone="need" role="alert" title="Unable to save">
          {failure}
        </Notice>
      ) : null}
      {isProse(element) ? (
        merging === null ? (
          <Button
            tone="quiet"
            onClick={() => setMerging(versions.map((version) => answerText(version.value)).join('\n\n'))}
          >
            Write one from both
          </Button>
        ) : (
          <div className={styles.merge}>
            <label className={styles.mergeLabel} htmlFor={`${titleId}-merge`}>
              One text from both
            </label>
            <textarea
              id={`${titleId}-merge`}
              className={styles.mergeText}
              rows={6}
              // As in the editor: nothing of it into the browser's session file.
              autoComplete="off"
              value={merging}
              onChange={(event) => setMerging(event.target.value)}
            />
            <div className={styles.mergeActions}>
              <Button onClick={() => setMerging(null)}>Back</Button>
              <Button tone="primary" disabled={busy} onClick={() => void keep(merging)}>
                Keep this text
              </Button>
            </div>
          </div>
        )
      ) : null}
    </section>
  );
}

function VersionText({ version, other }: { readonly version: Version; readonly other: Version }) {
  const text = answerText(version.value);
  if (text === '') return <em className={styles.nothing}>Nothing</em>;
  return wordDiff(text, answerText(other.value)).map((run, index) =>
    run.differs ? (
      // oxlint-disable-next-line react/no-array-index-key -- runs have no identity but their place
      <mark key={index} className={styles.differs}>
        {run.text}
      </mark>
    ) : (
      run.text
    ),
  );
}
