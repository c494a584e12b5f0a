import { expect, test } from 'vitest';
import type { KnownProfessional } from '../../../model/profile/use-professional.ts';
import { firstOpen } from './gaps.ts';

const about = { name_schema: 'First Name Last Name', dob: '1984-05-17' } as const;
const office = {
  office_address_line1: '3 Pine St',
  office_city: 'Salem',
  office_state: 'OR',
  office_zipcode: '97301',
  mail_address_line1: '3 Pine St',
  mail_city: 'Salem',
  mail_state: 'OR',
  mail_zipcode: '97301',
} as const;
/** One of each is enough: what they say is not looked at. */
const practised = { types: [{}], licenses: [{}] } as unknown as Pick<KnownProfessional, 'types' | 'licenses'>;
const unpractised = { types: [], licenses: [] };
const known = (
  record: Partial<KnownProfessional['record']>,
  more: typeof practised = practised,
): KnownProfessional => ({
  name: { first_name: 'Vera', last_name: 'Lind' },
  record: { confirmed: {}, signup_form_finished: false, modify_datetime: '', ...record },
  locations: [],
  ...more,
});

test('who comes back goes on at the first step that is not done', () => {
  expect(firstOpen(known({}, unpractised))).toBe(0);
  expect(firstOpen(known(about, unpractised))).toBe(1);
  expect(firstOpen(known(about))).toBe(2);
  expect(firstOpen(known({ ...about, ...office }, unpractised))).toBe(1);
  expect(firstOpen(known({ ...about, ...office }))).toBe(3);
  expect(firstOpen(known({ ...about, ...office, phone_number: '5035550199' }))).toBe(4);
});
