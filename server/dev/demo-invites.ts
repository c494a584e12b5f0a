import { chartScope, classes } from '../../sync/collections/classes.ts';
import { inviteDays, type ChartInvite } from '../../sync/collections/chart-invite.ts';
import { toInstant } from '../../sync/core/instant.ts';
import type { Chart, GeneratedAccount, GeneratedRecord } from './practice-types.ts';
import { createSeeded } from './seeded.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * One invite that has led in, of the client who has an account, and one that is open: its mail lies in the demo's mailbox from the first
 * start on. Draws nothing from the seed's stream.
 */
export function demoInvites({
  charts,
  member,
  seed,
  anchor,
}: {
  readonly charts: readonly Chart[];
  readonly member: GeneratedAccount;
  readonly seed: number;
  readonly anchor: string;
}): readonly GeneratedRecord[] {
  const [joined] = charts;
  const open = charts.findLast(
    (chart) => chart !== joined && chart.clinician === joined?.clinician && chart.isActive && !chart.isCouple,
  );
  if (!joined || !open) return [];
  const days = (count: number): string => toInstant(Date.parse(anchor) + count * dayMs);
  return [
    inviteRecord(joined, createSeeded(~seed - 20).id(), {
      email: member.email,
      made: days(-60),
      until: days(inviteDays - 60),
      state: 'member',
      joined_as: member.sub,
      joined_email: member.email,
      joined_at: days(-59),
    }),
    inviteRecord(open, createSeeded(~seed - 21).id(), {
      email: 'invited@demo.test',
      made: anchor,
      until: days(inviteDays),
      state: 'open',
    }),
  ];
}

function inviteRecord(
  { id: chart, clinician }: Chart,
  id: string,
  more: Pick<ChartInvite, 'email' | 'made' | 'until' | 'state'> & Partial<ChartInvite>,
): GeneratedRecord {
  const body: ChartInvite = {
    chart_id: chart,
    person_id: `${chart}.1`,
    way: 'mail',
    made_by: clinician.sub,
    made_by_name: clinician.display_name,
    ...more,
  };
  return { collection: 'chart_invite', id, scope: chartScope(chart), cls: classes.access, body, fields: ['state'] };
}
