import * as v from 'valibot';

/** What an invite leads to: a person's chart, the end of a registration that somebody else began, or a way of coming here. */
export const inviteSubject = v.variant('kind', [
  v.object({ kind: v.literal('chart') }),
  v.object({ kind: v.literal('complete_signup'), email: v.string(), first_name: v.string() }),
  v.object({ kind: v.literal('channel'), channel: v.literal('amhc') }),
]);
export type InviteSubject = v.InferOutput<typeof inviteSubject>;

/** An invite as it is looked up. Of a chart's, all else stands in the record of the same id. */
export interface InviteRow {
  readonly id: string;
  /** Keyed: see `hashInviteCode`. */
  readonly hash: string;
  readonly subject: InviteSubject;
  /** Birth dates that were given wrong. */
  readonly tries: number;
  /** When it was used up; 0: it was not. */
  readonly usedMs: number;
  readonly createdMs: number;
  readonly endsMs: number;
}

/** Invites by what opens them. */
export interface InviteCalls {
  getInvite(id: string): InviteRow | undefined;
  inviteByHash(hash: string): InviteRow | undefined;
  putInvite(row: InviteRow): void;
  /** Forgets what has ended. */
  pruneInvites(nowMs: number): void;
}
