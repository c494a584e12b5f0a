import type { SeenRecord } from '../../../../sync/client/api.ts';
import { isColleague, type Membership } from '../../../../sync/collections/membership.ts';

/** Whose chart it is: who treats there without a last day. A substitute is nobody's own clinician. */
export function clinicianIn(members: readonly Pick<SeenRecord<Membership>, 'id' | 'body'>[]): string | undefined {
  return members.find(
    (member) =>
      isColleague(member) &&
      member.body.role === 'treating' &&
      member.body.ended === undefined &&
      member.body.until === undefined,
  )?.body.account_name;
}
