import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { chartScope } from '../../../../sync/collections/classes.ts';
import { prefixRange } from '../../../../sync/core/index-key.ts';
import { useClient, useSub } from '../../../lib/client-context.ts';
import { dateIn, fullDate } from '../../../lib/time.ts';
import { notTakenWords } from '../../../lib/use-change.ts';
import { useRange, useRecord } from '../../../lib/use-records.ts';
import { clientName } from '../../../model/clients/client-name.ts';
import { Button } from '../../../ui/button.tsx';
import { Radio } from '../../../ui/choice.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { factText, factWords } from '../../../model/clients/person-facts.ts';
import {
  differingFacts,
  personPairs,
  takenAtFirst,
  takeOver,
  type DifferingFact,
  type MergePerson,
} from './same-person.ts';
import styles from './same-person.module.css';

export interface SamePersonSheetProps {
  /** The chart that is open, and the one that is likely of the same person. */
  readonly chartId: string;
  readonly otherId: string;
  readonly zone: string;
  /** Said of neither: they are two people. */
  readonly onApart: () => void;
  readonly onClose: () => void;
}

/** [CH-4] Sets two charts side by side, asks which is worked in from now on and what is taken over, and merges them. */
export function SamePersonSheet({ chartId, otherId, zone, onApart, onClose }: SamePersonSheetProps) {
  const one = useMergeSide(chartId);
  const other = useMergeSide(otherId);
  if (!one || !other) return null;
  return <Sides {...{ one, other, zone, onApart, onClose }} />;
}

interface MergeSide {
  readonly chartId: string;
  readonly name: string;
  readonly opened: string | null;
  readonly isArchived: boolean;
  readonly people: readonly MergePerson[];
  readonly sessions: number;
}

/** What there is to say of a chart; null until the replica has answered. */
function useMergeSide(chartId: string): MergeSide | null {
  const card = useRecord('client_card', chartId);
  const chart = useRecord('chart', chartId);
  const people = useRange({ collection: 'chart_person', index: 'chart', ...prefixRange(chartId) });
  const sessions = useRange({ collection: 'appointment', index: 'scope_start', ...prefixRange(chartScope(chartId)) });
  if (card.loading || chart.loading || people.loading || sessions.loading || !card.value) return null;
  return {
    chartId,
    name: clientName(
      card.value.body,
      people.value.map(({ body }) => body),
    ),
    opened: chart.value?.body.opened ?? null,
    isArchived: card.value.body.archived !== undefined,
    people: people.value,
    sessions: sessions.value.length,
  };
}

interface SidesProps {
  readonly one: MergeSide;
  readonly other: MergeSide;
  readonly zone: string;
  readonly onApart: () => void;
  readonly onClose: () => void;
}

function Sides({ one, other, zone, onApart, onClose }: SidesProps) {
  const client = useClient();
  const owner = useSub();
  const navigate = useNavigate();
  // As both were when they were set side by side, whichever of them is kept.
  const [asOne] = useState(() => personPairs(one.people, other.people));
  const [asOther] = useState(() => personPairs(other.people, one.people));
  const [isOneKept, setOneKept] = useState(!one.isArchived);
  const [kept, given, pairs] = isOneKept ? [one, other, asOne] : [other, one, asOther];
  const facts = differingFacts(pairs);
  const [taken, setTaken] = useState(() => new Set([asOne, asOther].flatMap((pairs) => [...takenAtFirst(pairs)])));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  function take(key: string, isTaken: boolean): void {
    setTaken((before) => new Set(isTaken ? [...before, key] : [...before].filter((one) => one !== key)));
  }

  async function merge(): Promise<void> {
    setBusy(true);
    setFailure(null);
    for (const { personId, facts, base } of takeOver(pairs, taken)) {
      const args = { chart_id: kept.chartId, person_id: personId, ...facts };
      // What the engine threw is in its log, here and below.
      const result = await client.mutate('chart_person.edit', args, { owner, base }).catch(() => null);
      if (result?.kind !== 'saved') {
        setBusy(false);
        setFailure(result?.message ?? notTakenWords);
        return;
      }
    }
    const result = await client
      .mutate('chart.merge', { chart_id: kept.chartId, other_chart_id: given.chartId }, { owner })
      .catch(() => null);
    setBusy(false);
    if (result?.kind !== 'saved') {
      setFailure(result?.message ?? notTakenWords);
      return;
    }
    onClose();
    void navigate({ to: '/pro-dashboard/patient-charts/$chartId', params: { chartId: kept.chartId } });
  }

  return (
    <Sheet
      open
      size="medium"
      title="The same person?"
      onClose={onClose}
      actions={
        <>
          <Button tone="quiet" onClick={onApart}>
            Not the same
          </Button>
          <Button onClick={onClose}>Back</Button>
          <Button tone="primary" disabled={busy || kept.isArchived} onClick={() => void merge()}>
            Merge
          </Button>
        </>
      }
    >
      <p>
        Both charts keep their notes and sessions. One is worked in from now on; the other goes to the archive and says
        so, its open invites are withdrawn, and restoring brings it back. What you take over stays where it is then.
      </p>
      <fieldset className={styles.group}>
        <legend>Worked in from now on</legend>
        <div className={styles.sides}>
          {[one, other].map((side) => (
            <Radio
              key={side.chartId}
              name="kept-chart"
              className={styles.side ?? ''}
              checked={side.chartId === kept.chartId}
              disabled={busy || side.isArchived}
              onChange={() => setOneKept(side === one)}
              label={
                <>
                  <PersonName name={side.name} />
                  <span className={styles.hint}>{sideWords(side, zone)}</span>
                </>
              }
            />
          ))}
        </div>
      </fieldset>
      {facts.length === 0 ? (
        <p className={styles.hint}>The other chart says nothing about them that this one does not.</p>
      ) : (
        <section className={styles.group} aria-label="What differs">
          <h3>What differs</h3>
          {facts.map((fact) => (
            <FactChoice
              key={fact.key}
              fact={fact}
              whose={pairs.length > 1 ? nameOf(pairs.find(({ kept }) => kept.id === fact.personId)?.kept) : null}
              isTaken={taken.has(fact.key)}
              busy={busy}
              onTake={(isTaken) => take(fact.key, isTaken)}
            />
          ))}
        </section>
      )}
      {failure ? (
        <Notice tone="need" role="alert">
          {failure}
        </Notice>
      ) : null}
    </Sheet>
  );
}

interface FactChoiceProps {
  readonly fact: DifferingFact;
  /** Of a couple, who. */
  readonly whose: string | null;
  readonly isTaken: boolean;
  readonly busy: boolean;
  readonly onTake: (isTaken: boolean) => void;
}

/** One fact as both charts say it, and which of them stays. */
function FactChoice({ fact, whose, isTaken, busy, onTake }: FactChoiceProps) {
  return (
    <fieldset className={styles.fact}>
      <legend>
        {factWords[fact.name]}
        {whose === null ? '' : ` of ${whose}`}
      </legend>
      <div className={styles.sides}>
        <Radio
          name={fact.key}
          className={styles.side ?? ''}
          checked={!isTaken}
          disabled={busy}
          onChange={() => onTake(false)}
          label={factText(fact.name, fact.kept) || 'Nothing'}
        />
        <Radio
          name={fact.key}
          className={styles.side ?? ''}
          checked={isTaken}
          disabled={busy}
          onChange={() => onTake(true)}
          label={
            <>
              {factText(fact.name, fact.other)}
              <span className={styles.hint}>From the other chart</span>
            </>
          }
        />
      </div>
    </fieldset>
  );
}

function nameOf(person: MergePerson | undefined): string {
  const name: unknown = person && Reflect.get(person.body, 'first_name');
  return typeof name === 'string' ? name : '';
}

function sideWords({ opened, sessions, isArchived }: MergeSide, zone: string): string {
  return [
    opened === null ? '' : `since ${fullDate(dateIn(opened, zone))}`,
    sessions === 1 ? '1 session' : `${sessions === 0 ? 'no' : sessions} sessions`,
    isArchived ? 'archived: restore it to work in it' : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}
