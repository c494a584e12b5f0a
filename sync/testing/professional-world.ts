import type { Json, StoredRecord } from '../core/record.ts';
import { accountScope, classes, practiceScope } from '../collections/classes.ts';
import { runPure } from './run-pure.ts';
import { record } from './call-records.ts';

export const now = '2026-11-21T09:00:00.000Z';
export const earlier = '2026-11-20T09:00:00.000Z';
/** A record of an account's own. */
export const own = (collection: string, id: string, body: Json, sub = 'pro-1'): StoredRecord =>
  record({ collection, id, scope: accountScope(sub), cls: classes.own, body });
/** A record that everybody of a practice reads. */
export const ofPractice = (collection: string, id: string, body: Json, practice = 'p1'): StoredRecord =>
  record({ collection, id, scope: practiceScope(practice), cls: classes.colleagues, body });
/** A professional who works in a practice. */
export const accountOf = (sub: string, practice_id = 'p1'): StoredRecord =>
  own(
    'account',
    sub,
    {
      user_type: 'orchid_pro',
      first_name: 'Ann',
      last_name: 'Lind',
      display_name: 'Ann Lind',
      timezone: 'UTC',
      practice_id,
      modify_datetime: earlier,
    },
    sub,
  );
/** How the practice knows her. */
export const shown = { cognito_sub: 'pro-1', display_name: 'Ann Lind', medical_degree: '' };
/** The least that is said of a place. */
export const place = { office_name: 'Elm St', session_location_type: 'in-person' };
/** Just registered: quick intake begins. */
export const begun = own('professional_record', 'pro-1', {
  confirmed: {},
  signup_form_finished: false,
  modify_datetime: earlier,
});
/** Two professionals of one practice, before there was such a record. */
export const accounts = [accountOf('pro-1'), accountOf('pro-2'), ofPractice('professional', 'pro-1', shown)];
/** The same, with quick intake begun. */
export const records = [...accounts, begun];
export const roles = { 'pro-1 practice:p1': ['professional'], 'pro-2 practice:p1': ['professional'] };

export interface Setting {
  readonly records?: readonly StoredRecord[];
  readonly sub?: string;
  readonly roles?: Readonly<Record<string, readonly string[]>>;
}
/** Runs a save, of `pro-1` unless said otherwise. */
export const save = (args: Json, more: Setting = {}) =>
  runPure(
    { records: more.records ?? records, roles: more.roles ?? roles },
    { sub: more.sub ?? 'pro-1', name: 'professional_record.save', args },
  );

/** What an applied save wrote. */
export function writtenBy(outcome: ReturnType<typeof save>): readonly StoredRecord[] {
  if (outcome.outcome !== 'applied') throw new Error(JSON.stringify(outcome));
  return outcome.records;
}
/** The professional record as an applied save left it. */
export const recordOf = (outcome: ReturnType<typeof save>) =>
  writtenBy(outcome).find(({ collection }) => collection === 'professional_record');
