import type { InferOutput } from 'valibot';
import type { SeenRecord } from '../../../../sync/client/api.ts';
import type { chartPerson } from '../../../../sync/collections/chart-person.ts';
import { idOfScope } from '../../../../sync/collections/classes.ts';
import { proposalsIn } from '../../../../sync/collections/person-proposal.ts';
import { prefixRange } from '../../../../sync/core/index-key.ts';
import { dateIn, fullDate } from '../../../lib/time.ts';
import { useChange } from '../../../lib/use-change.ts';
import { useRange } from '../../../lib/use-records.ts';
import { useRoles } from '../../../model/people/use-roles.ts';
import { groupsOf, type ToldGroup } from '../../../model/profile/told-groups.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import styles from './chart-detail.module.css';

type Person = SeenRecord<InferOutput<(typeof chartPerson)['body']>>;

interface ToldByClientProps {
  readonly scope: string;
  readonly zone: string;
}

/** [PP-2] What clients of this chart have told about themselves and nobody has answered yet: taken over with a tap, or not. */
export function ToldByClient({ scope, zone }: ToldByClientProps) {
  const chartId = idOfScope(scope);
  const people = useRange({ collection: 'chart_person', index: 'chart', ...prefixRange(chartId) });
  const proposals = useRange(proposalsIn(chartId));
  const roles = useRoles(scope);
  const mayAnswer = roles.includes('treating') || roles.includes('practice.scheduler');
  const { busy, failure, run } = useChange(() => undefined);
  if (people.loading || proposals.loading) return null;
  const told = people.value.flatMap((person) => {
    const proposal = proposals.value.find(({ id }) => id === person.id);
    const groups = groupsOf(person.body, proposal?.body.told ?? {}).filter(({ state }) => state === 'open');
    return groups.map((group) => ({ person, group }));
  });
  if (told.length === 0) return null;
  // Of a couple two may have told the same: each button says whose.
  const whatOf = ({ body }: Person, { label }: ToldGroup): string =>
    people.value.length > 1 ? `${label.toLowerCase()} of ${body.first_name}` : label.toLowerCase();
  const answer = (person: Person, group: ToldGroup, taken: boolean): void =>
    void run(
      'person_proposal.answer',
      { chart_id: chartId, person_id: person.id, told: group.told, answer: taken ? 'taken' : 'kept' },
      { base: Object.fromEntries(Object.keys(group.told).map((name) => [name, person.stamps[name] ?? ''])) },
    );
  return (
    <section className={styles.section} aria-label="Told by the client">
      <div className={styles.sectionHead}>
        <h2>Told by the client</h2>
      </div>
      <ul className={styles.lines}>
        {told.map(({ person, group }) => (
          <li key={`${person.id} ${group.key}`} className={styles.line}>
            <div className={styles.lineText}>
              <p className={styles.person}>
                {group.label}: <span className={styles.breakable}>{group.value}</span>
              </p>
              <p className={styles.lineFacts}>
                <span>
                  <PersonName name={`${person.body.first_name} ${person.body.last_name}`.trim()} />,{' '}
                  {fullDate(dateIn(group.at, zone))}
                </span>
                <span className={styles.breakable}>
                  {group.kept === '' ? 'nothing is on the card yet' : `now: ${group.kept}`}
                </span>
              </p>
            </div>
            {mayAnswer ? (
              <div className={styles.lineActions}>
                <Button
                  className={styles.outlined}
                  disabled={busy}
                  aria-label={`Take over the ${whatOf(person, group)}`}
                  onClick={() => answer(person, group, true)}
                >
                  Take over
                </Button>
                <Button
                  tone="quiet"
                  className={styles.cancel}
                  disabled={busy}
                  aria-label={`Leave the ${whatOf(person, group)} as it is`}
                  onClick={() => answer(person, group, false)}
                >
                  Leave
                </Button>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      {failure ? (
        <Notice tone="need" role="alert">
          {failure}
        </Notice>
      ) : null}
    </section>
  );
}
