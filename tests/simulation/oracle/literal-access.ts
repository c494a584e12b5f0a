/**
 * Who may read and who may do what, written down once more by hand. Nothing here is asked of the product: where its tables say something
 * else, one of the two is wrong.
 */

/** Which kinds of records a role sees. A role had in the practice above a chart is called `practice.…`. */
const readsOf: Readonly<Record<string, readonly string[]>> = {
  'account.self': [
    'account',
    'blocked_interval',
    'client_info',
    'joining',
    'license',
    'member_profile',
    'orchid_pro_type',
    'professional_record',
    'profile_photo',
  ],
  'chart.treating': [
    'addendum',
    'appointment',
    'assessment',
    'chart',
    'chart_invite',
    'client_card',
    'membership',
    'note',
    'referral',
    'session_billing',
    'session_place',
    'session_transfer',
  ],
  'chart.supervisor': [
    'addendum',
    'appointment',
    'assessment',
    'chart',
    'chart_invite',
    'client_card',
    'membership',
    'note',
    'session_place',
    'session_transfer',
  ],
  'chart.scheduler': ['appointment', 'client_card', 'session_transfer'],
  'chart.client': ['appointment', 'client_card', 'membership', 'session_billing'],
  'chart.guardian': ['appointment', 'client_card', 'session_billing'],
  'chart.practice.scheduler': ['appointment', 'client_card', 'session_transfer'],
  'chart.practice.biller': ['appointment', 'client_card', 'session_billing'],
  'chart.practice.owner': ['chart_invite', 'membership'],
  'person.person': ['chart_person', 'person_proposal'],
  'person.chart.treating': ['chart_person', 'person_proposal'],
  'person.chart.supervisor': ['chart_person'],
  'person.chart.scheduler': ['chart_person', 'person_proposal'],
  'person.practice.scheduler': ['chart_person', 'person_proposal'],
  'person.practice.biller': ['chart_person'],
  'person.practice.owner': ['membership'],
  'practice.owner': [
    'appointment_type',
    'busy_time',
    'cancellation_policy',
    'contact',
    'membership',
    'office_location',
    'practice',
    'professional',
    'public_profile',
  ],
  'practice.professional': [
    'appointment_type',
    'busy_time',
    'cancellation_policy',
    'contact',
    'office_location',
    'practice',
    'professional',
    'public_profile',
  ],
  'practice.scheduler': [
    'appointment_type',
    'busy_time',
    'cancellation_policy',
    'contact',
    'office_location',
    'practice',
    'professional',
  ],
  'practice.biller': ['appointment_type', 'cancellation_policy', 'office_location', 'practice', 'professional'],
};

/** Roles with which a change is made; those of a session or chart are had in the chart or, as `practice.…`, above it. */
const doersOf: Readonly<Record<string, readonly string[]>> = {
  'note.edit': ['treating'],
  'note.choose': ['treating'],
  'note.sign': ['treating'],
  'note.addend': ['treating'],
  'appointment.book': ['treating', 'practice.scheduler'],
  'session_place.say': ['treating'],
  'session_transfer.answer': ['treating', 'scheduler'],
  'session_transfer.propose': ['treating', 'scheduler'],
  'appointment.mark_held': ['treating', 'scheduler', 'practice.scheduler'],
  'appointment.edit': ['treating', 'scheduler', 'practice.scheduler'],
  'appointment.mark_no_show': ['treating', 'scheduler', 'practice.scheduler'],
  'appointment_type.save': ['owner', 'professional'],
  'blocked_interval.save': ['owner', 'professional'],
  'appointment.cancel': ['treating', 'scheduler', 'practice.scheduler', 'client', 'guardian'],
  'appointment.approve': ['treating', 'scheduler', 'practice.scheduler', 'client', 'guardian'],
  'appointment.decide_fee': ['treating', 'scheduler', 'practice.scheduler'],
  'cancellation_policy.save': ['owner', 'professional'],
  'appointment.restore': ['treating', 'scheduler', 'practice.scheduler'],
  'chart.create': ['professional'],
  'chart.invite': ['treating'],
  'chart.withdraw_invite': ['treating'],
  'chart.confirm_joined': ['treating'],
  'chart.undo_joining': ['treating'],
  'membership.grant': ['treating'],
  'membership.revoke': ['treating'],
  'practice.give_role': ['owner'],
  'practice.end_role': ['owner'],
  'public_profile.set': ['professional'],
  'member_profile.save': ['self'],
  'profile_photo.set': ['self'],
  'professional_record.save': ['self'],
  'orchid_pro_type.create': ['self'],
  'orchid_pro_type.update': ['self'],
  'chart.set_status': ['treating'],
  'chart.archive': ['treating'],
  'chart.restore': ['treating'],
  'chart.merge': ['treating'],
  'chart_person.edit': ['treating', 'practice.scheduler'],
  'contact.save': ['owner', 'professional', 'scheduler'],
  'client_info.save': ['self'],
  'account.set_timezone': ['self'],
  'sample.seed': ['self'],
  'sample.remove': ['self'],
  'sample.bring_back': ['self'],
  'person_proposal.answer': ['treating', 'practice.scheduler'],
};

/** Whether somebody with these roles sees records of a kind in a scope. */
export function maySee(scope: string, roles: readonly string[], collection: string): boolean {
  const kind = scope.slice(0, scope.indexOf(':'));
  return roles.some((role) => readsOf[`${kind}.${role}`]?.includes(collection) ?? false);
}

/** Whether somebody with these roles makes this change. */
export function mayDo(change: string, roles: readonly string[]): boolean {
  const doers = doersOf[change];
  if (!doers) throw new Error(`nobody has written down who does ${change}`);
  return roles.some((role) => doers.includes(role));
}
