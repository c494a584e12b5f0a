import { accountScope, classes, practiceScope } from '../../sync/collections/classes.ts';
import type { Json } from '../../sync/core/record.ts';

/** What Ann has said of herself when a release is kept. */
export const professionalRecords = [
  {
    collection: 'professional_record',
    id: 'ann',
    scope: accountScope('ann'),
    cls: classes.own,
    body: {
      office_city: 'Denver',
      confirmed: { agreed_to_terms_of_use: { version: '2026-11-25', at: '2026-11-19T09:00:00.000Z' } },
      signup_form_finished: false,
      modify_datetime: '2026-11-19T09:00:00.000Z',
    },
  },
  {
    collection: 'orchid_pro_type',
    id: 'y1',
    scope: accountScope('ann'),
    cls: classes.own,
    body: {
      orchid_pro_type: { type: 'therapist', specialty: { specialty: '', sub_specialty: '' } },
      create_datetime: '2026-11-19T09:00:00.000Z',
      modify_datetime: '2026-11-19T09:00:00.000Z',
      marked_deleted_datetime: null,
    },
  },
  {
    collection: 'license',
    id: 'l1',
    scope: accountScope('ann'),
    cls: classes.own,
    body: {
      type: 'LPC',
      conferring_entity: 'CO',
      license_number: 'L-1',
      expiration_date: '',
      orchid_pro_type_id: 'y1',
      supervision: {
        has_supervision: true,
        name: 'Dr. Ben',
        npi: '1234567893',
        phone: '3035550100',
        license_type: 'LPC',
        license_number: 'L-2',
      },
      modify_datetime: '2026-11-19T09:00:00.000Z',
    },
  },
  {
    collection: 'office_location',
    id: 'o1',
    scope: practiceScope('p1'),
    cls: classes.colleagues,
    body: {
      ...officeOf('Elm Street'),
      orchid_pro_user_id: 'ann',
      video_link: '',
      office_address_line1: '1 Elm St',
      office_address_line2: '',
      office_city: 'Denver',
      office_state: 'CO',
      office_zipcode: '80202',
      telehealth_pos_code: '',
      telehealth_modifier: '',
      in_person_pos_code: '11',
      in_person_modifier: '',
      show_address_to_public: true,
      is_default: true,
      modify_datetime: '2026-11-19T09:00:00.000Z',
    },
  },
];

const specialty = { specialty: 'Psychiatry', sub_specialty: 'Sleep Medicine' };

/** What she says on her device while it is offline. Last of all: it changes what she is called. */
export const professionalChanges: readonly (readonly [string, Json])[] = [
  ['orchid_pro_type.create', { type: 'psychologist' }],
  ['orchid_pro_type.update', { orchid_pro_type_id: 'y1', type: 'physician', specialty }],
  [
    'professional_record.save',
    {
      preferred_first_name: 'Annie',
      medical_degree: 'PhD',
      name_schema: 'Dr. Preferred First Name',
      dob: '1980-02-03',
      confirmed_is_over_eighteen: true,
      licenses: [
        { license_id: 'l1', conferring_entity: 'CO', license_number: 'L-9' },
        { conferring_entity: 'WY', license_number: 'L-3' },
      ],
      additional_office_locations: [{ office_location_id: 'o1', ...officeOf('Oak Street') }, officeOf('Pine Street')],
    },
  ],
];

function officeOf(office_name: string) {
  return { office_name, session_location_type: 'in-person' };
}
