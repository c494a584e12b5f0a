import { describe, expect, it } from 'vitest';
import { runPure } from '../testing/run-pure.ts';
import { scope } from '../testing/call-records.ts';
import { sampleCall } from '../testing/sample-calls.ts';
import { chartRoles, practiceRoles } from './classes.ts';
import { registry } from './index.ts';

describe('[AC-1] each change may be made by the roles that it names, and by no other', () => {
  /** Written by hand, apart from the descriptors. */
  const table: Readonly<Record<string, readonly string[] | null>> = {
    'account.set_timezone': null,
    'appointment.approve': ['treating', 'scheduler', 'practice.scheduler', 'client', 'guardian'],
    'appointment.book': ['treating', 'practice.scheduler'],
    'appointment.cancel': ['treating', 'scheduler', 'practice.scheduler', 'client', 'guardian'],
    'appointment.create': ['treating'],
    'appointment.decide_fee': ['treating', 'scheduler', 'practice.scheduler'],
    'appointment.edit': ['treating', 'scheduler', 'practice.scheduler'],
    'appointment.mark_held': ['treating', 'scheduler', 'practice.scheduler'],
    'appointment.mark_no_show': ['treating', 'scheduler', 'practice.scheduler'],
    'appointment.restore': ['treating', 'scheduler', 'practice.scheduler'],
    'appointment_series.book': ['treating', 'practice.scheduler'],
    'appointment_series.cancel': ['treating', 'practice.scheduler'],
    'appointment_series.edit': ['treating', 'practice.scheduler'],
    'appointment_series.extend': ['treating', 'practice.scheduler'],
    'appointment_series.let_end': ['treating', 'practice.scheduler'],
    'appointment_series.restore': ['treating', 'practice.scheduler'],
    'appointment_type.save': ['professional', 'owner'],
    'availability_opening.save': ['professional', 'owner'],
    'availability_period.save': ['professional', 'owner'],
    'blocked_interval.save': ['professional', 'owner'],
    'booking_rules.save': ['professional', 'owner'],
    'cancellation_policy.save': ['professional', 'owner'],
    'chart.archive': ['treating'],
    'chart.confirm_joined': ['treating'],
    'chart.create': ['professional'],
    'chart.invite': ['treating'],
    'chart.merge': ['treating'],
    'chart.restore': ['treating'],
    'chart.set_status': ['treating'],
    'chart.undo_joining': ['treating'],
    'chart.view': ['treating', 'supervisor'],
    'chart.withdraw_invite': ['treating'],
    'chart_person.edit': ['treating', 'practice.scheduler'],
    'client_info.save': null,
    'contact.save': ['professional', 'scheduler', 'owner'],
    // About oneself alone: its arguments name nobody.
    'member_profile.save': null,
    'membership.grant': ['treating'],
    'membership.revoke': ['treating'],
    'note.addend': ['treating'],
    'note.choose': ['treating'],
    'note.edit': ['treating'],
    'note.sign': ['treating'],
    'orchid_pro_type.create': null,
    'orchid_pro_type.update': null,
    'person_proposal.answer': ['treating', 'practice.scheduler'],
    'practice.end_role': ['owner'],
    'practice.give_role': ['owner'],
    'professional_record.save': null,
    'profile_photo.set': null,
    'public_profile.set': ['professional'],
    'sample.bring_back': null,
    'sample.remove': null,
    'sample.seed': null,
    'series_office.say': ['treating', 'practice.scheduler'],
    'series_place.say': ['treating'],
    'session_office.say': ['treating', 'scheduler', 'practice.scheduler'],
    'session_place.say': ['treating'],
    'session_transfer.answer': ['treating', 'scheduler'],
    'session_transfer.propose': ['treating', 'scheduler'],
    'session_wish.answer': ['treating', 'scheduler', 'practice.scheduler'],
    'session_wish.ask': ['client', 'guardian'],
    'session_wish.withdraw': ['client', 'guardian'],
    'unavailability.save': ['professional', 'owner'],
    'unplaced_session.drop': ['treating', 'practice.scheduler'],
    'unplaced_session.place': ['treating', 'practice.scheduler'],
  };
  const names = [...registry.mutators.keys()].toSorted();

  it('the table names every change', () => {
    expect(names).toEqual(Object.keys(table));
    for (const [name, mutator] of registry.mutators) expect(mutator.roles, name).toEqual(table[name]);
  });

  const isInPractice = (name: string): boolean =>
    /^(practice\.|public_profile\.|contact\.|appointment_type\.|availability_|unavailability\.|booking_rules\.|blocked_interval\.|cancellation_policy\.|chart\.create$)/.test(
      name,
    );
  const asked = names.flatMap((name) => {
    if (table[name] === null) return [];
    const inPractice = isInPractice(name);
    const roles = inPractice ? practiceRoles : [...chartRoles, ...practiceRoles.map((role) => `practice.${role}`)];
    return roles.map((role) => [name, role, inPractice ? 'practice:p1' : scope] as const);
  });

  it.each(asked)('%s by %s in %s', (name, role, where) => {
    const { records, args } = sampleCall(name);
    const roles = {
      ...(isInPractice(name) ? {} : { 'someone practice:p1': ['professional'] }),
      [`someone ${where}`]: [role],
      // A role in the chart counts in the scopes of its people, under its own name.
      // The other one of two charts that are one client's.
      'someone chart:c2': ['treating'],
      'someone person:c1.1': [role.includes('.') ? role : `chart.${role}`],
    };
    const outcome = runPure({ records, roles }, { sub: 'someone', name, args });
    const isDenied = outcome.outcome === 'rejected' && (outcome.code === 'not_allowed' || outcome.code === 'not_found');
    expect(isDenied).toBe(!table[name]?.includes(role));
    if (isDenied) expect(outcome).not.toHaveProperty('records');
  });
});
