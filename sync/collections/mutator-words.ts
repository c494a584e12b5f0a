import type { OrchidModel } from './index.ts';

/** How an argument is called where a person reads the change, and how its value is said. */
export interface ArgumentWords {
  readonly label: string;
  /**
   * `date`, `local time`, `clock` (minutes from midnight): by the device's manner. `cents`: as dollars. `answers`: part by part, as the form calls them. `people`: each by name and what
   * is known. `rule`: how it repeats. `dates`: how many, the first and the last. `times`: each by its own clock. Absent: as it is.
   */
  readonly as?: 'date' | 'local time' | 'clock' | 'answers' | 'people' | 'cents' | 'rule' | 'dates' | 'times';
  /** What its values are called, where they are a choice. */
  readonly values?: Readonly<Record<string, string>>;
}

/** What people read of a change, where it waits and where it was refused. Null: the argument means nothing to a person. */
export interface MutatorWords<Args> {
  readonly title: string;
  readonly args: { readonly [Name in keyof Args]-?: string | ArgumentWords | null };
}

type Model = OrchidModel['args'];

const placeWords = { telehealth: 'Video', office_location: 'In person', outside: 'Elsewhere' } as const;

/** What of a session is planned, as people call it. */
const planWords = {
  appointment_type_label: 'Session',
  local_start: { label: 'Begins', as: 'local time' },
  place: { label: 'Place', values: placeWords },
  minutes: 'Minutes',
  kind: 'Kind',
  billing_type: 'Billing',
  price_cents: { label: 'Price', as: 'cents' },
  zone: null,
  start: null,
  force_book_over_blocked: null,
} as const;

const { start: _start, ...meantWords } = planWords;

const reachWords = { following: 'This and following', all: 'All to come' } as const;

/** What an open time is for. */
const offerWords = {
  place: { label: 'Place', values: placeWords },
  office_location_id: null,
  appointment_type_ids: null,
} as const;

const weekdays = { 0: 'Sunday', 1: 'Monday', 2: 'Tuesday', 3: 'Wednesday', 4: 'Thursday', 5: 'Friday', 6: 'Saturday' };

const yesNo = { true: 'Yes', false: 'No' } as const;

/** Every mutator and each of its arguments: one that is missing, or not there, does not compile. */
export const mutatorWords: { readonly [Name in keyof Model]: MutatorWords<Model[Name]> } = {
  'account.set_timezone': { title: 'Your time zone', args: { timezone: 'Time zone' } },
  'appointment.approve': {
    title: 'Yes to a session',
    args: { appointment_id: null, agreed: { label: 'Agreed with the client', values: yesNo } },
  },
  'appointment.cancel': {
    title: 'Cancelled session',
    args: { appointment_id: null, by: { label: 'Who cancels', values: { client: 'The client' } }, told_at: null },
  },
  'appointment.book': {
    title: 'New session',
    args: { ...planWords, chart_id: null, clinician: null, ask: { label: 'The client is asked', values: yesNo } },
  },
  'appointment.decide_fee': {
    title: 'Late fee',
    args: { appointment_id: null, state: { label: 'Decided', values: { owed: 'It is owed', waived: 'Waived' } } },
  },
  'appointment.create': {
    title: 'New session',
    args: {
      appointment_type_label: 'Session',
      local_start: { label: 'Begins', as: 'local time' },
      clinician_name: 'Clinician',
      place: { label: 'Place', values: { telehealth: 'Video', 'in-person': 'In person' } },
      chart_id: null,
      zone: null,
      start: null,
      end: null,
      practice_id: null,
    },
  },
  'appointment.edit': { title: 'Changed session', args: { ...planWords, appointment_id: null } },
  'appointment.mark_held': {
    title: 'A session took place',
    args: { appointment_id: null, held: { label: 'It took place', values: yesNo } },
  },
  'appointment.mark_no_show': {
    title: 'Somebody did not come',
    args: {
      appointment_id: null,
      who: { label: 'Who', values: { client: 'The client', clinician: 'The clinician', nobody: 'Both came' } },
    },
  },
  'appointment_series.book': {
    title: 'New series',
    args: {
      ...meantWords,
      chart_id: null,
      clinician: null,
      rule: { label: 'Repeats', as: 'rule' },
      sessions: { label: 'Sessions', as: 'dates' },
      invoicing: null,
      ask: { label: 'The client is asked', values: yesNo },
    },
  },
  'appointment_series.cancel': {
    title: 'Cancelled series',
    args: {
      appointment_id: null,
      reach: { label: 'Which sessions', values: reachWords },
      by: { label: 'Who cancels', values: { client: 'The client' } },
      told_at: null,
    },
  },
  'appointment_series.edit': {
    title: 'Changed series',
    args: { ...meantWords, appointment_id: null, reach: { label: 'Which sessions', values: reachWords } },
  },
  'appointment_series.extend': {
    title: 'Series goes on',
    args: { series_id: null, ends: null, through: { label: 'Until', as: 'date' } },
  },
  'appointment_series.let_end': {
    title: 'Series may end',
    args: { series_id: null, ends_well: { label: 'It may end', values: yesNo } },
  },
  'appointment_series.restore': {
    title: 'Series brought back',
    args: {
      series_id: null,
      cancelled: null,
      agreed: { label: 'Agreed with the client', values: yesNo },
      force_book_over_blocked: null,
    },
  },
  'appointment_type.save': {
    title: 'Session type',
    args: {
      label: 'Name',
      price_cents: { label: 'Price', as: 'cents' },
      minutes: 'Minutes',
      kind: 'Kind',
      removed: { label: 'Removed', values: { true: 'Yes', false: 'No' } },
      practice_id: null,
      appointment_type_id: null,
    },
  },
  'availability_opening.save': {
    title: 'Time opened for sessions',
    args: {
      local_start: { label: 'Begins', as: 'local time' },
      minutes: 'Minutes',
      ...offerWords,
      removed: { label: 'Removed', values: yesNo },
      practice_id: null,
      opening_id: null,
      zone: null,
      start: null,
    },
  },
  'availability_period.save': {
    title: 'Weekly hours',
    args: {
      weekday: { label: 'Day', values: weekdays },
      from: { label: 'From', as: 'clock' },
      to: { label: 'To', as: 'clock' },
      ...offerWords,
      removed: { label: 'Removed', values: yesNo },
      practice_id: null,
      period_id: null,
      zone: null,
    },
  },
  'booking_rules.save': {
    title: 'How you are booked',
    args: {
      buffer_minutes: 'Minutes kept free around a session',
      notice_minutes: 'Minutes of notice',
      horizon_days: 'Days ahead',
      step_minutes: 'Minutes between beginnings',
      practice_id: null,
    },
  },
  'blocked_interval.save': {
    title: 'Blocked time',
    args: {
      label: 'What for',
      local_start: { label: 'Begins', as: 'local time' },
      minutes: 'Minutes',
      removed: { label: 'Removed', values: { true: 'Yes', false: 'No' } },
      practice_id: null,
      interval_id: null,
      zone: null,
      start: null,
    },
  },
  'appointment.restore': {
    title: 'Restored session',
    args: {
      appointment_id: null,
      force_book_over_blocked: null,
      agreed: { label: 'Agreed with the client', values: yesNo },
    },
  },
  'cancellation_policy.save': { title: 'Cancellation policy', args: { practice_id: null, terms: null } },
  'chart.archive': { title: 'Client archived', args: { chart_id: null } },
  'chart.confirm_joined': { title: 'Chart opened to a client', args: { chart_id: null, invite_id: null } },
  'chart.create': {
    title: 'New client',
    args: { people: { label: 'Who', as: 'people' }, practice_id: null, timezone: null },
  },
  'chart.invite': {
    title: 'Invite of a client',
    args: {
      way: { label: 'Way', values: { mail: 'By email', paper: 'On paper' } },
      email: 'Email',
      chart_id: null,
      person_id: null,
    },
  },
  'chart.merge': { title: 'Two charts of one client', args: { chart_id: null, other_chart_id: null } },
  'chart.restore': { title: 'Client restored', args: { chart_id: null } },
  'chart.set_status': {
    title: 'Status of a client',
    args: {
      client_status: {
        label: 'Status',
        values: { active: 'Active', waitlist: 'Waitlist', inactive: 'Inactive', discharged: 'Discharged' },
      },
      chart_id: null,
    },
  },
  'chart.undo_joining': { title: 'Joining of a client undone', args: { chart_id: null, invite_id: null } },
  'chart.view': { title: 'Look at a chart', args: { chart_id: null } },
  'chart.withdraw_invite': { title: 'Invite withdrawn', args: { chart_id: null, invite_id: null } },
  'chart_person.edit': {
    title: 'What is known of a client',
    args: {
      first_name: 'Legal First Name',
      last_name: 'Legal Last Name',
      preferred_first_name: 'Preferred First Name',
      pronouns: 'Pronouns',
      dob: { label: 'Date of birth', as: 'date' },
      phone_number: 'Phone',
      email: 'Email',
      home_address_line1: 'Address',
      home_city: 'City',
      home_state: 'State',
      home_zipcode: 'Zip',
      country: 'Country',
      emergency_contact_name: 'Emergency contact',
      emergency_contact_relationship: 'Relationship',
      emergency_contact_phone: 'Emergency phone',
      guardian_name: 'Parent or guardian',
      guardian_relationship: 'Relationship of the guardian',
      guardian_phone: 'Phone of the guardian',
      insurance_provider: 'Insurance provider',
      insurance_group_id: 'Group ID',
      insurance_member_id: 'Member ID',
      timezone: 'Time zone',
      chart_id: null,
      person_id: null,
    },
  },
  'client_info.save': { title: 'What new clients are asked', args: { asked: null, timezone: 'Time zone' } },
  'contact.save': {
    title: 'Contact of the practice',
    args: {
      kind: {
        label: 'Kind',
        values: { referrer: 'Referrer', clinician: 'Other clinician', emergency: 'Emergency', other: 'Other' },
      },
      name: 'Name',
      organization: 'Organization',
      phone_number: 'Phone',
      email: 'Email',
      remark: 'Remark',
      removed: { label: 'Removed', values: { true: 'Yes', false: 'No' } },
      practice_id: null,
      contact_id: null,
    },
  },
  'membership.grant': {
    title: 'Access given',
    args: {
      account_name: 'Colleague',
      role: 'As',
      until: { label: 'Last day', as: 'date' },
      scope: null,
      account: null,
    },
  },
  'membership.revoke': { title: 'Access ended', args: { membership_id: null, scope: null } },
  'note.addend': { title: 'Addendum to a note', args: { text: 'Text', appointment_id: null } },
  'note.choose': {
    title: 'Choice between two versions',
    args: { value: 'Text', appointment_id: null, field: null, seen: null, device: null },
  },
  'note.edit': {
    title: 'Text in a note',
    args: {
      answers: { label: 'Text', as: 'answers' },
      appointment_id: null,
      author_name: null,
      note_schema_id: null,
      note_schema_revision: null,
      device: null,
    },
  },
  'note.sign': { title: 'Signature of a note', args: { name: 'Signed by', appointment_id: null, seen: null } },
  'person_proposal.answer': {
    title: 'Answer to what a client told about themselves',
    args: {
      answer: { label: 'Answer', values: { taken: 'Taken over', kept: 'Kept as it was' } },
      told: null,
      chart_id: null,
      person_id: null,
    },
  },
  'practice.give_role': {
    title: 'Role in the practice given',
    args: {
      account_name: 'To',
      role: { label: 'As', values: { scheduler: 'Front desk', biller: 'Billing' } },
      practice_id: null,
      account: null,
    },
  },
  'member_profile.save': {
    title: 'Your profile',
    args: {
      first_name: 'Legal First Name',
      last_name: 'Legal Last Name',
      dob: { label: 'Date of birth', as: 'date' },
      gender: 'Gender',
      sex: 'Sex',
      phone_number: 'Phone',
      insurance_provider: 'Insurance provider',
      insurance_group_id: 'Group ID',
      insurance_member_id: 'Member ID',
      biography: 'About you',
      home_address_line1: 'Address',
      country: 'Country',
      home_state: 'State',
      home_city: 'City',
      home_zipcode: 'Zip',
    },
  },
  'orchid_pro_type.create': { title: 'Your profession', args: { type: 'Professional type', specialty: null } },
  'orchid_pro_type.update': {
    title: 'Your profession',
    args: { type: 'Professional type', specialty: null, orchid_pro_type_id: null },
  },
  'professional_record.save': {
    title: 'Your professional record',
    args: {
      first_name: 'Legal First Name',
      last_name: 'Legal Last Name',
      legal_first_name: null,
      preferred_first_name: 'Preferred First Name',
      medical_degree: 'Degree',
      certifications: null,
      name_schema: 'Display name format',
      dob: { label: 'Date of birth', as: 'date' },
      phone_number: 'Phone',
      business_entity_name: 'Business name',
      office_address_line1: 'Business address',
      office_city: 'City',
      office_state: 'State',
      office_zipcode: 'Zip',
      mail_address_line1: 'Mailing address',
      mail_city: 'Mailing city',
      mail_state: 'Mailing state',
      mail_zipcode: 'Mailing zip',
      heard_about_orchid_via: 'How you heard about Orchid',
      signature_legal_first_name: null,
      signature_legal_last_name: null,
      agreed_to_terms_of_use: null,
      agreed_to_independent_contractor_terms: null,
      confirmed_have_social_security_number: null,
      confirmed_allowed_to_work_in_usa: null,
      confirmed_is_over_eighteen: null,
      licenses: null,
      additional_office_locations: null,
    },
  },
  'profile_photo.set': { title: 'Your photo', args: { image: null } },
  'public_profile.set': {
    title: 'Your page for everybody',
    args: { practice_id: null, is_open: { label: 'Page', values: { true: 'Open', false: 'Closed' } } },
  },
  'session_transfer.answer': {
    title: 'Answer to a transfer',
    args: {
      appointment_id: null,
      answer: { label: 'Answer', values: { take: 'Taken over', decline: 'Declined', withdraw: 'Taken back' } },
      force_book_over_blocked: null,
      closes_chart: { label: 'The chart is closed again', values: yesNo },
    },
  },
  'session_transfer.propose': { title: 'Session proposed to a colleague', args: { appointment_id: null, to: null } },
  'session_wish.answer': {
    title: 'Answer to a wish for another time',
    args: {
      appointment_id: null,
      answer: { label: 'Answer', values: { take: 'Moved', decline: 'Declined' } },
      local_start: { label: 'Begins', as: 'local time' },
      minutes: null,
      zone: null,
      start: null,
      force_book_over_blocked: null,
    },
  },
  'session_wish.ask': {
    title: 'Another time for a session',
    args: { appointment_id: null, times: { label: 'Times', as: 'times' }, words: 'Your words' },
  },
  'session_wish.withdraw': { title: 'Wish for another time taken back', args: { appointment_id: null } },
  'series_office.say': {
    title: 'Office of a series',
    args: { series_id: null, office_location_id: null, from: null, over: null, undoes: null },
  },
  'session_office.say': { title: 'Office of a session', args: { appointment_id: null, office_location_id: null } },
  'series_place.say': {
    title: 'Where the client of a series is',
    args: { client_state: 'State', license_reason: 'Why it is held there', series_id: null },
  },
  'session_place.say': {
    title: 'Where the client is',
    args: { client_state: 'State', license_reason: 'Why it is held there', appointment_id: null },
  },
  'sample.bring_back': { title: 'Sample client brought back', args: {} },
  'sample.remove': { title: 'Sample client removed', args: {} },
  'sample.seed': {
    title: 'Sample client',
    args: { note_schema_id: null, note_schema_revision: null },
  },
  'unavailability.save': {
    title: 'Time away',
    args: {
      from_date: { label: 'From', as: 'date' },
      to_date: { label: 'Until', as: 'date' },
      removed: { label: 'Removed', values: yesNo },
      practice_id: null,
      unavailability_id: null,
      zone: null,
    },
  },
  'practice.end_role': { title: 'Role in the practice ended', args: { practice_id: null, membership_id: null } },
  'unplaced_session.drop': {
    title: 'Session of a series left out',
    args: { unplaced_id: null, dropped: { label: 'It is left out', values: yesNo } },
  },
  'unplaced_session.place': {
    title: 'Session of a series placed',
    args: {
      unplaced_id: null,
      agreed: { label: 'Agreed with the client', values: yesNo },
      local_start: { label: 'Begins', as: 'local time' },
      minutes: 'Minutes',
      zone: null,
      start: null,
      force_book_over_blocked: null,
    },
  },
};

/** The words of a change by name; undefined: a newer build made it. */
export function wordsOf(name: string): MutatorWords<Readonly<Record<string, unknown>>> | undefined {
  return Object.hasOwn(mutatorWords, name) ? mutatorWords[name as keyof Model] : undefined;
}
