import { expect, test } from 'vitest';
import { firstWrong, wrongText } from './first-wrong.ts';
import { addressSchema, addressWords, practiceSchema, practiceWords } from './intake-values.ts';

const practice = {
  type: 'therapist',
  specialty: '',
  sub_specialty: '',
  business_entity_name: '',
  license_type: '',
  conferring_entity: 'CO',
  license_number: 'LMFT-9',
  expiration_date: '',
  has_supervision: false,
  supervisor_name: '',
  supervisor_npi: '',
  supervisor_phone: '',
  supervisor_license_type: '',
  supervisor_license_number: '',
};
const said = (more: Partial<typeof practice>): string | null => {
  const wrong = firstWrong(practiceSchema, { ...practice, ...more }, practiceWords);
  return wrong && wrongText(wrong, practiceWords);
};

test('the first field in the order of the screen is named, missing or wrong; nothing where all is well', () => {
  expect(said({})).toBeNull();
  expect(said({ license_number: ' ', conferring_entity: '' })).toBe('“License state” is still missing.');
  expect(said({ type: '', license_number: '' })).toBe('“Professional type” is still missing.');
  expect(said({ has_supervision: true, supervisor_npi: '123' })).toBe('Please look at “Supervisor’s NPI” again.');
  expect(said({ supervisor_npi: '123' })).toBeNull();
});

test('a second address is named once the first is whole', () => {
  const office = {
    office_address_line1: '12 Oak St',
    office_city: 'Denver',
    office_state: 'CO',
    office_zipcode: '80202',
  };
  const mail = { mail_address_line1: '1 Elm St', mail_city: 'Reno', mail_state: '', mail_zipcode: '89501' };
  expect(firstWrong(addressSchema, { ...office, ...mail, is_same: false }, addressWords)).toEqual({
    name: 'mail_state',
    isMissing: true,
  });
});
