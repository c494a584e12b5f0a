import type { InferOutput } from 'valibot';
import type { SeenRecord } from '../../../../sync/client/api.ts';
import { birthDateOf, isTooYoung } from '../../../../sync/collections/birth-date.ts';
import { isJoined, type ChartInvite } from '../../../../sync/collections/chart-invite.ts';
import type { chartPerson } from '../../../../sync/collections/chart-person.ts';
import type { clientCard } from '../../../../sync/collections/client-card.ts';
import { errorTexts } from '../../../../sync/protocol/error-codes.ts';
import { clientName } from '../../../model/clients/client-name.ts';

type Person = InferOutput<(typeof chartPerson)['body']>;
type Card = InferOutput<(typeof clientCard)['body']>;

/** One person of a chart: whether they have an account, were invited, or why they cannot be. */
export interface InviteRow {
  readonly personId: string;
  readonly name: string;
  readonly email: string;
  /** Null: nobody has written it down. */
  readonly birthDate: string | null;
  /** `account`: they have one, and no invite of this chart led to it. */
  readonly state: 'none' | 'expired' | 'account' | Exclude<ChartInvite['state'], 'withdrawn' | 'undone'>;
  /** What the state is of; null where no invite is. */
  readonly invite: SeenRecord<ChartInvite> | null;
  /** Why nobody invites them; null where nothing stands against it. */
  readonly whyNot: string | null;
}

interface InvitedChart {
  readonly people: readonly SeenRecord<Person>[];
  readonly invites: readonly SeenRecord<ChartInvite>[];
  readonly card: Card;
  /** The card of a couple is nobody's own. */
  readonly isCouple: boolean;
  readonly today: string;
  readonly now: string;
  /** [AP-1] Whoever looks at it is not let in to clients yet. */
  readonly waitsForApproval: boolean;
}

/** A row for each person, with the newest invite that says something. */
export function inviteRows({
  people,
  invites,
  card,
  isCouple,
  today,
  now,
  waitsForApproval,
}: InvitedChart): readonly InviteRow[] {
  return people.map(({ id, body }): InviteRow => {
    const own = invites.filter((one) => one.body.person_id === id);
    const joined = own.find((one) => isJoined(one.body));
    const open = own.findLast((one) => one.body.state === 'open');
    const birthDate = birthDateOf({ person: body, card: isCouple ? undefined : card }) ?? null;
    const invite = joined ?? open ?? null;
    return {
      personId: id,
      name: clientName({ ...card, preferred_first_name: undefined, ...body }),
      email: body.email ?? (isCouple ? '' : (card.email ?? '')),
      birthDate,
      invite,
      state: stateOf(invite, body, now),
      whyNot: waitsForApproval
        ? errorTexts.not_approved
        : birthDate !== null && isTooYoung(birthDate, today)
          ? errorTexts.too_young
          : null,
    };
  });
}

function stateOf(invite: SeenRecord<ChartInvite> | null, person: Person, now: string): InviteRow['state'] {
  if (person.cognito_sub !== undefined && (!invite || !isJoined(invite.body))) return 'account';
  if (!invite || invite.body.state === 'withdrawn' || invite.body.state === 'undone') return 'none';
  if (invite.body.state !== 'open') return invite.body.state;
  return invite.body.until <= now ? 'expired' : 'open';
}
