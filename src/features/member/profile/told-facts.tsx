import { CircleCheck, CircleMinus, Clock3 } from 'lucide-react';
import { chartScope } from '../../../../sync/collections/classes.ts';
import { allProposals, type PersonProposal } from '../../../../sync/collections/person-proposal.ts';
import { prefixRange } from '../../../../sync/core/index-key.ts';
import type { SeenRecord } from '../../../../sync/client/api.ts';
import { useRange, useRecord } from '../../../lib/use-records.ts';
import { groupsOf, type ToldGroup } from '../../../model/profile/told-groups.ts';
import { StatusWord } from '../../../ui/status-word.tsx';
import { clinicianIn } from './told-to.ts';
import styles from './profile.module.css';

/** [PP-3] What one's practices were told of oneself, and what each has done with it. Nothing where nothing differs. */
export function ToldFacts() {
  const proposals = useRange(allProposals);
  if (proposals.loading) return null;
  return proposals.value.map((proposal) => <ToldToPractice key={proposal.id} proposal={proposal} />);
}

function ToldToPractice({ proposal }: { readonly proposal: SeenRecord<PersonProposal> }) {
  const { chart_id, told } = proposal.body;
  const members = useRange({ collection: 'membership', index: 'scope', ...prefixRange(chartScope(chart_id)) });
  const person = useRecord('chart_person', proposal.id);
  if (members.loading || person.loading) return null;
  const groups = groupsOf(person.value?.body ?? {}, told);
  if (groups.length === 0) return null;
  const title = `Told to ${clinicianIn(members.value) ?? 'your clinician'}`;
  return (
    <section className={styles.section} aria-label={title}>
      <h2>{title}</h2>
      <dl className={styles.facts}>
        {groups.map((group) => (
          <div key={`${group.key} ${group.state}`}>
            <dt>{group.label}</dt>
            <dd>
              {group.value} <AnswerWord state={group.state} />
              {group.kept === '' || group.state === 'taken' ? null : (
                <p className={styles.soft}>Your clinician has: {group.kept}</p>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function AnswerWord({ state }: Pick<ToldGroup, 'state'>) {
  switch (state) {
    case 'open':
      return (
        <StatusWord tone="wait" icon={Clock3}>
          not answered yet
        </StatusWord>
      );
    case 'taken':
      return (
        <StatusWord tone="fine" icon={CircleCheck}>
          taken over
        </StatusWord>
      );
    case 'kept':
      return (
        <StatusWord tone="quiet" icon={CircleMinus}>
          not taken over
        </StatusWord>
      );
  }
}
