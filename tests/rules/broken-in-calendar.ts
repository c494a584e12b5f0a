import type { BrokenRule } from './broken-rule.ts';

const edit = ['sync/collections/edit-appointment.test.ts'];
const blocks = ['sync/collections/blocked-interval.test.ts'];
const types = ['sync/collections/appointment-type.test.ts'];

/** Sessions that are moved, times that are blocked, what is offered, and who did not come. */
export const brokenInCalendar: readonly BrokenRule[] = [
  {
    rule: 'CA-1',
    what: 'a session is moved over one that was not on screen',
    file: 'sync/collections/edit-appointment.ts',
    symbol: 'editAppointment',
    from: "ctx.base[name] !== (record.stamps[name] ?? '')",
    to: 'false',
    tests: edit,
  },
  {
    rule: 'CA-1',
    what: 'a session is moved into the time of another',
    file: 'sync/collections/edit-appointment.ts',
    symbol: 'editAppointment',
    from: 'refuseConflict(facts, wanted, record.id) ??',
    to: '',
    tests: edit,
  },
  {
    rule: 'CA-1',
    what: 'the time of a signed session is changed',
    file: 'sync/collections/edit-appointment.ts',
    symbol: 'editAppointment',
    from: "if (isSealed(body, facts.find(note, noteIdOf(record.id)), receivedAt)) return { reject: 'time_signed' };",
    to: '',
    tests: edit,
  },
  {
    rule: 'CA-1',
    what: 'a note stays behind where its session was',
    file: 'sync/collections/edit-appointment.ts',
    symbol: 'noteGoesAlong',
    from: 'if (!found || found.scope !== session.scope || found.body.signed || found.body.session_start === start) return [];',
    to: 'if (start !== undefined) return []; if (!found) return [];',
    tests: edit,
  },
  {
    rule: 'CA-4',
    what: 'a signed session was not held after all',
    file: 'sync/collections/edit-appointment.ts',
    symbol: 'isSignedIn',
    from: 'return facts.find(note, noteIdOf(appointmentId))?.body.signed !== undefined;',
    to: 'return facts.find(note, noteIdOf(appointmentId)) === null;',
    tests: edit,
  },
  {
    rule: 'CA-2',
    what: 'a session is booked into a time that is blocked',
    file: 'sync/collections/book-appointment.ts',
    symbol: 'bookAppointment',
    from: '(args.force_book_over_blocked ? null : refuseBlocked(facts, wanted))',
    to: 'null',
    tests: blocks,
  },
  {
    rule: 'CA-2',
    what: 'colleagues read what a time is blocked for',
    file: 'sync/collections/blocked-interval.ts',
    symbol: 'blockedInterval',
    from: 'blocked: true,',
    to: 'blocked: true, label: body.label,',
    tests: blocks,
  },
  {
    rule: 'CA-3',
    what: 'what a colleague offers is changed',
    file: 'sync/collections/appointment-type.ts',
    symbol: 'saveAppointmentType',
    from: '|| record.body.orchid_pro_user_id !== actor.sub',
    to: '',
    tests: types,
  },
  {
    rule: 'CA-4',
    what: 'somebody is missed before the session has begun',
    file: 'sync/collections/edit-appointment.ts',
    symbol: 'markNoShow',
    from: 'rest.start > (receivedAt ?? ctx.now)',
    to: 'false',
    tests: edit,
  },
  {
    rule: 'CA-5',
    what: 'where the client is is written over unseen',
    file: 'sync/collections/session-place.ts',
    symbol: 'sayPlace',
    from: "return { reject: 'changed_meanwhile' };",
    to: ';',
    tests: ['sync/collections/session-place.test.ts'],
  },
];
