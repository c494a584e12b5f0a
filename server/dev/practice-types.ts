import type { Json } from '../../sync/core/record.ts';

/** A record before the store has given it a version. */
export interface GeneratedRecord {
  readonly collection: string;
  readonly id: string;
  readonly scope: string;
  readonly cls: string;
  readonly body: Json;
  /** Fields under conflict control; the seed stamps them with one uid. */
  readonly fields: readonly string[];
}

export interface GeneratedAccount {
  readonly sub: string;
  readonly email: string;
  readonly user_type: 'member' | 'orchid_pro';
  readonly first_name: string;
  readonly last_name: string;
  readonly display_name: string;
  readonly timezone: string;
}

export interface GeneratedPractice {
  readonly practiceId: string;
  readonly accounts: readonly GeneratedAccount[];
  /** In an order in which they can be written: memberships of a scope before what lies in it. */
  readonly records: readonly GeneratedRecord[];
}

/** Where today's sessions lie: in the working hours of a day, or around this moment, so that one is always on or next. */
export type DemoDay = 'ordinary' | 'now';

/** `lately`: as `now`, with two months of history. Most of what a first sync costs is the past. */
export type DemoKind = DemoDay | 'lately';

export interface PracticeSize {
  /** An owner, a front desk and a clinician who has just joined as well, the people of each chart, and a time that was given away. */
  readonly isWhole?: boolean;
  readonly clinicians: number;
  readonly clients: number;
  readonly monthsBack: number;
  readonly monthsAhead: number;
  readonly sessionsPerDay: number;
  /** Exact counts, for the bench; absent: what the calendar yields. */
  readonly appointments?: number;
  readonly notes?: number;
  readonly assessments?: number;
  readonly messages: number;
}

/** Where the demo practice is. */
export const practiceZone = 'America/New_York';

/** A chart while its practice is being made. */
export interface Chart {
  readonly id: string;
  readonly clinician: GeneratedAccount;
  readonly weekdayShift: number;
  readonly isCouple: boolean;
  /** Waiting, inactive and discharged clients have no session to come. */
  readonly isActive: boolean;
}
