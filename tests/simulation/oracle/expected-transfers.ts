import * as v from 'valibot';

const proposed = v.object({ appointment_id: v.string(), to: v.string() });
const answered = v.object({
  appointment_id: v.string(),
  answer: v.picklist(['take', 'decline', 'withdraw']),
  force_book_over_blocked: v.optional(v.boolean()),
});
const heldTransfer = v.object({ appointment_id: v.string(), to: v.string(), state: v.string() });
const heldSession = v.object({ clinician: v.string() });

/**
 * When the sessions begin that can be handed on: those that a schedule begins with, and that are yet to come. Each was proposed to the second
 * clinician before.
 */
export const startToCome: ReadonlyMap<string, string> = new Map([
  ['t1', '2027-01-02T10:00:00.000Z'],
  ['t2', '2027-01-03T12:00:00.000Z'],
]);

interface Handed {
  clinician: string;
  proposal: { readonly scope: string; readonly to: string; readonly from: string; state: string } | null;
}

interface Asked {
  readonly actor: string;
  readonly scope: string;
  readonly rolesOf: (account: string) => readonly string[];
  readonly receivedAt: string;
  /** Whether somebody holds a session of the chart that was booked since. */
  readonly holdsBooked: (account: string) => boolean;
}

/** What is wrong with a change, and whose access to the sessions of the chart ends with it. */
interface Taken {
  readonly wrong: readonly string[];
  readonly ended?: string;
  /** The time that it took, of which she did not say that it may be one that she has blocked. */
  readonly took?: { readonly clinician: string; readonly start: string; readonly minutes: number };
}

interface Held {
  readonly collection: string;
  readonly id: string;
  readonly body: unknown;
}

/** Who holds the sessions to come, and to whom each was proposed. */
export class ExpectedTransfers {
  readonly #sessions = new Map<string, Handed>();

  take(name: string, args: unknown, asked: Asked): Taken {
    return name === 'session_transfer.propose'
      ? this.#propose(v.parse(proposed, args), asked)
      : this.#answer(v.parse(answered, args), asked);
  }

  #propose({ appointment_id: id, to }: v.InferOutput<typeof proposed>, asked: Asked): Taken {
    const one = this.#of(id);
    const wrong: string[] = [];
    if (to === one.clinician || to === asked.actor) wrong.push(`${id}: proposed to who holds it, or to oneself`);
    if (asked.receivedAt >= (startToCome.get(id) ?? '')) wrong.push(`${id}: proposed, and had begun`);
    if (!asked.rolesOf(asked.actor).includes('treating') && asked.actor !== one.clinician)
      wrong.push(`${id}: proposed by ${asked.actor}`);
    if (one.proposal?.state === 'proposed' && one.proposal.to === to) return { wrong };
    if (!asked.rolesOf(to).some((role) => role === 'treating' || role === 'scheduler'))
      wrong.push(`${id}: proposed to ${to}, who sees nothing of it`);
    const before = one.proposal?.to;
    one.proposal = { scope: asked.scope, to, from: one.clinician, state: 'proposed' };
    return { wrong, ...this.#endOf(before, asked) };
  }

  #answer(
    { appointment_id: id, answer, force_book_over_blocked: isForced = false }: v.InferOutput<typeof answered>,
    asked: Asked,
  ): Taken {
    const one = this.#of(id);
    const { proposal } = one;
    if (!proposal) return { wrong: [`${id}: an answer, and nobody asked`] };
    const wrong: string[] = [];
    const takesBack = asked.rolesOf(asked.actor).includes('treating') || proposal.from === asked.actor;
    if (answer === 'withdraw' ? !takesBack : proposal.to !== asked.actor)
      wrong.push(`${id}: ${answer} by ${asked.actor}`);
    const state = { take: 'taken', decline: 'declined', withdraw: 'withdrawn' }[answer];
    if (proposal.state === state) return { wrong };
    if (proposal.state !== 'proposed') wrong.push(`${id}: ${answer}, and was ${proposal.state}`);
    proposal.state = state;
    if (answer === 'take') {
      if (asked.receivedAt >= (startToCome.get(id) ?? '')) wrong.push(`${id}: taken, and had begun`);
      const before = one.clinician;
      one.clinician = proposal.to;
      const took = { clinician: proposal.to, start: startToCome.get(id) ?? '', minutes: 50 };
      return { wrong, ...this.#endOf(before, asked), ...(isForced ? {} : { took }) };
    }
    return { wrong, ...this.#endOf(proposal.to, asked) };
  }

  /** Who neither holds a session of the chart nor is asked about one that is yet to come sees its sessions no more. */
  #endOf(account: string | undefined, { scope, receivedAt, holdsBooked }: Asked): Pick<Taken, 'ended'> {
    // The sessions that are over are the first clinician's.
    if (account === undefined || account === 'pro-1' || holdsBooked(account)) return {};
    const isNeeded = [...startToCome].some(([id, start]) => {
      const { clinician, proposal } = this.#of(id);
      const isAsked = proposal?.state === 'proposed' && proposal.to === account && start > receivedAt;
      return proposal?.scope === scope && (clinician === account || isAsked);
    });
    return isNeeded ? {} : { ended: account };
  }

  /** Who holds a session: those that are over, and all that nobody has taken, the first clinician. */
  holderOf(id: string): string {
    return startToCome.has(id) ? this.#of(id).clinician : 'pro-1';
  }

  problems(records: readonly Held[]): readonly string[] {
    return records.flatMap(({ collection, id, body }) => {
      if (collection === 'session_transfer') {
        const { appointment_id, to, state } = v.parse(heldTransfer, body);
        const wanted = this.#of(appointment_id).proposal;
        return wanted?.to === to && wanted.state === state ? [] : [`${id} is ${state} to ${to}`];
      }
      if (collection !== 'appointment' || !startToCome.has(id)) return [];
      const { clinician } = v.parse(heldSession, body);
      return clinician === this.#of(id).clinician ? [] : [`${id} is held by ${clinician}`];
    });
  }

  #of(id: string): Handed {
    const known = this.#sessions.get(id);
    if (known) return known;
    const proposal = { scope: id === 't1' ? 'chart:c1' : 'chart:c2', to: 'pro-2', from: 'pro-1', state: 'proposed' };
    const made = { clinician: 'pro-1', proposal };
    this.#sessions.set(id, made);
    return made;
  }
}
