import type { SeenRecord } from '../../../../sync/client/api.ts';
import {
  isColleague,
  isFormer,
  isOwner,
  lastDayOf,
  whyNotEnd,
  type Membership,
} from '../../../../sync/collections/membership.ts';

/** One line of "Who has access": a colleague with every role, or a client or guardian. */
export interface AccessRow {
  readonly key: string;
  readonly account: string;
  readonly name: string;
  readonly roles: readonly Membership['role'][];
  readonly from: string;
  /** The last day, where every role has one. */
  readonly until: string | null;
  readonly pending: boolean;
  /** The membership to name when this access is ended; null where that would be refused. */
  readonly ending: SeenRecord<Membership> | null;
  /** The memberships that may be given another last day; none where that would be refused. */
  readonly dated: readonly SeenRecord<Membership>[];
}

interface Viewer {
  readonly sub: string;
  readonly today: string;
}

/** Who has access now. [AC-5] An end is offered only to who treats, and only where the server would not refuse it. */
export function accessRows(members: readonly SeenRecord<Membership>[], { sub, today }: Viewer): readonly AccessRow[] {
  const groups = new Map<string, SeenRecord<Membership>[]>();
  for (const member of members) {
    if (isFormer(member, today)) continue;
    const key = isColleague(member) ? member.body.account : member.id;
    groups.set(key, [...(groups.get(key) ?? []), member]);
  }
  return [...groups].flatMap(([key, group]): AccessRow[] => {
    const [first] = group;
    if (!first) return [];
    const { account, account_name: name } = first.body;
    const canEnd =
      isColleague(first) &&
      mayGive(members, { sub, today }) &&
      whyNotEnd(members, { actor: sub, account, today }) === null;
    return [
      {
        key,
        account,
        name,
        roles: group.map(({ body }) => body.role),
        from: group.map(({ body }) => body.from).toSorted()[0] ?? first.body.from,
        until: lastDayOf(group),
        pending: group.some(({ pending }) => pending),
        ending: canEnd ? first : null,
        dated: isOwner(members, sub, today) && account !== sub ? group.filter(isGiven) : [],
      },
    ];
  });
}

/** [AC-5] Given by somebody, to a colleague: only such an access has a last day that can be another one. */
function isGiven(member: SeenRecord<Membership>): boolean {
  return isColleague(member) && member.body.access === 'delegated';
}

/** Whether this account gives access to the chart: who treats does. */
export function mayGive(members: readonly SeenRecord<Membership>[], { sub, today }: Viewer): boolean {
  return members.some(
    (member) => member.body.account === sub && member.body.role === 'treating' && !isFormer(member, today),
  );
}
