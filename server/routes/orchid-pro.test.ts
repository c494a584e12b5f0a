import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createProfessionalWorld } from '../testing/professional-world.ts';
import type { TestDevice } from '../testing/test-device.ts';
import type { TestServer } from '../testing/test-server.ts';

let server: TestServer;
let ann: TestDevice;
beforeEach(async () => {
  server = await createProfessionalWorld();
  ann = await server.signedIn('ann');
});
afterEach(() => server.close());

const path = '/api/users/v1/orchid_pro/';
const call = async (device: TestDevice, method: string, url: string, body?: unknown) => {
  const response = await device.call(method, url, body);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const names = {
  first_name: 'Anna',
  last_name: 'Berg',
  legal_first_name: 'Anna Maria',
  preferred_first_name: 'Annie',
  medical_degree: 'MD',
  name_schema: 'Dr. Last Name',
  dob: '1980-02-03',
  phone_number: '3035550100',
  business_entity_name: 'Berg LLC',
};
const office = {
  office_address_line1: '1 Elm St',
  office_city: 'Denver',
  office_state: 'CO',
  office_zipcode: '80202',
};
const mail = { mail_address_line1: 'Box 9', mail_city: 'Boulder', mail_state: 'CO', mail_zipcode: '80301' };
const signature = { signature_legal_first_name: 'Anna', signature_legal_last_name: 'Berg' };
const ticks = {
  agreed_to_terms_of_use: true,
  agreed_to_independent_contractor_terms: true,
  confirmed_is_over_eighteen: true,
  confirmed_have_social_security_number_allowed_to_work_in_usa: true,
};
const license = {
  type: 'Medical doctor',
  conferring_entity: 'CO',
  license_number: 'L-1',
  expiration_date: '2028-05-01',
  orchid_pro_type_id: '',
  supervision: {
    has_supervision: true,
    name: 'Dr. Two',
    npi: '1234567893',
    phone: '3035550101',
    license_type: 'Medical doctor',
    license_number: 'L-2',
  },
};
const place = {
  office_name: 'Elm St',
  session_location_type: 'in-person',
  video_link: 'https://video.test.invalid/ann',
  office_address_line1: '1 Elm St',
  office_address_line2: 'Suite 2',
  office_city: 'Denver',
  office_state: 'CO',
  office_zipcode: '80202',
  telehealth_pos_code: '10',
  telehealth_modifier: '95',
  in_person_pos_code: '11',
  in_person_modifier: '',
  show_address_to_public: false,
  is_default: true,
};
const whole = { ...names, ...office, ...mail, ...signature, ...ticks, heard_about_orchid_via: 'AMHC' };

describe('what a professional says of herself', () => {
  test('[C-571, C-572, S-160, S-161, S-162, S-163, S-164] is answered as it was saved, and read again so', async () => {
    expect((await call(ann, 'GET', path)).body).toMatchObject({
      cognito_sub: 'ann',
      first_name: 'ann',
      dob: '',
      agreed_to_terms_of_use: false,
      confirmed_have_social_security_number_allowed_to_work_in_usa: false,
      licenses: [],
      signup_form_finished: false,
    });
    const put = await call(ann, 'PUT', path, whole);
    expect(put).toMatchObject({ status: 200, body: { ...whole, modify_datetime: '2026-11-24T14:00:00.000Z' } });
    expect(await call(ann, 'GET', path)).toEqual(put);
  });

  test('[S-165, S-168, S-170, S-173, S-174, S-175, S-176, S-177] licences and places have ids by which they are changed', async () => {
    const put = await call(ann, 'PUT', path, { licenses: [license], additional_office_locations: [place] });
    const id = expect.stringMatching(/./) as unknown;
    expect(put.body).toMatchObject({
      licenses: [{ license_id: id, ...license }],
      additional_office_locations: [{ office_location_id: id, ...place }],
      orchid_pro_types: [],
    });
    const [held] = put.body['licenses'] as [{ license_id: string }];
    const changed = { ...license, license_id: held.license_id, license_number: 'L-9' };
    const after = await call(ann, 'PUT', path, { licenses: [changed] });
    expect(after.body['licenses']).toMatchObject([changed]);
  });

  test('an answer that is sent back changes nothing, and takes no tick back', async () => {
    await call(ann, 'POST', '/api/users/v1/orchid_pro_type/create', {});
    const { body } = await call(ann, 'PUT', path, {
      ...whole,
      licenses: [license],
      additional_office_locations: [place],
    });
    expect(body).toMatchObject({ signup_form_finished: true });
    server.clock.pass(60_000);
    expect(await call(ann, 'PUT', path, body)).toEqual({ status: 200, body });
    const untick = { agreed_to_terms_of_use: false, first_name: '' };
    expect(await call(ann, 'PUT', path, untick)).toEqual({ status: 200, body });
  });

  test('so does one in a practice where a colleague has places too: those are not hers to answer', async () => {
    const ben = await server.signedIn('ben');
    expect((await call(ben, 'PUT', path, { additional_office_locations: [place] })).status).toBe(200);
    const mine = await call(ann, 'PUT', path, { additional_office_locations: [{ ...place, office_name: 'Oak St' }] });
    expect(mine.body['additional_office_locations']).toMatchObject([{ office_name: 'Oak St' }]);
    const again = await call(ann, 'PUT', path, mine.body);
    expect([again.status, again.body['additional_office_locations']]).toEqual([
      200,
      mine.body['additional_office_locations'],
    ]);
  });

  test('[C-291] user_info says that she has finished once all of it stands there', async () => {
    const info = async () => (await call(ann, 'GET', '/api/users/v1/user_info')).body;
    expect(await info()).toMatchObject({ signup_form_finished: false });
    await call(ann, 'POST', '/api/users/v1/orchid_pro_type/create', {});
    await call(ann, 'PUT', path, { ...whole, licenses: [license] });
    expect(await info()).toMatchObject({ signup_form_finished: true, first_name: 'Anna' });
  });

  test('[S-294] what is not right is refused as the screens refuse it, and changes nothing', async () => {
    const young = await call(ann, 'PUT', path, { ...whole, dob: '2008-11-25' });
    const words = 'Please fill out all of the required fields correctly';
    expect([young.status, young.body['detail']]).toEqual([422, words]);
    expect((await call(ann, 'PUT', path, { ...whole, dob: '2008-11-24' })).status).toBe(200);
    expect((await call(ann, 'PUT', path, { medical_degree: '' })).status).toBe(422);
    expect((await call(ann, 'PUT', path, { office_state: 'Colorado' })).status).toBe(422);
    expect((await call(ann, 'GET', path)).body).toMatchObject({ ...names, dob: '2008-11-24' });
  });

  test('somebody else’s licence or place is none; a member has no such record; nobody is asked to sign in', async () => {
    const eve = await server.signedIn('eve');
    const { body } = await call(eve, 'PUT', path, { licenses: [license], additional_office_locations: [place] });
    const [held] = body['licenses'] as [{ license_id: string }];
    const [where] = body['additional_office_locations'] as [{ office_location_id: string }];
    const missing = await call(ann, 'PUT', path, { licenses: [{ ...license, license_id: 'l9' }] });
    expect(missing.status).toBe(404);
    expect(await call(ann, 'PUT', path, { licenses: [{ ...license, ...held }] })).toEqual(missing);
    expect(await call(ann, 'PUT', path, { additional_office_locations: [{ ...place, ...where }] })).toEqual(missing);
    const max = await server.signedIn('max');
    expect((await call(max, 'GET', path)).status).toBe(404);
    expect((await call(max, 'PUT', path, office)).status).toBe(404);
    expect((await call(server.device(), 'GET', path)).status).toBe(401);
  });
});

describe('what others are told of a professional', () => {
  const open = (device: TestDevice, practice_id = 'p1') =>
    device.push([device.seal({ name: 'public_profile.set', args: { practice_id, is_open: true } })]);
  const summary = {
    cognito_sub: 'ann',
    display_name: 'Dr. Berg',
    first_name: '',
    last_name: 'Berg',
    preferred_first_name: '',
    medical_degree: 'MD',
    name_schema: 'Dr. Last Name',
    graduate: [{ degree: 'MD' }],
    board_certification: null,
    certifications: [],
    practice_group_name: null,
    heard_about_orchid_via: null,
  };

  test('[C-570, C-321, C-322, C-323, C-325, S-166, S-177] is what she is called and practises, and nothing else: to her practice, and to everybody once her page is open', async () => {
    const neurology = { type: 'physician', specialty: { specialty: 'Neurology', sub_specialty: '' } };
    await call(ann, 'POST', '/api/users/v1/orchid_pro_type/create', neurology);
    await call(ann, 'PUT', path, { ...whole, licenses: [license], additional_office_locations: [place] });
    const [ben, eve, max] = [await server.signedIn('ben'), await server.signedIn('eve'), await server.signedIn('max')];
    const nobody = server.device();
    const told = await call(ben, 'GET', `${path}ann`);
    expect(told.body).toEqual({
      ...summary,
      orchid_pro_types: [expect.objectContaining({ orchid_pro_type: neurology })],
    });
    for (const stranger of [eve, max, nobody]) expect((await call(stranger, 'GET', `${path}ann`)).status).toBe(404);
    await open(ann);
    for (const reader of [ben, eve, max, nobody]) expect(await call(reader, 'GET', `${path}ann`)).toEqual(told);
  });

  test('[C-321] a first name that the format does not show is told to nobody else, also where no other is preferred', async () => {
    await call(ann, 'PUT', path, { ...names, preferred_first_name: '' });
    const ben = await server.signedIn('ben');
    expect((await call(ben, 'GET', `${path}ann`)).body).toMatchObject({
      display_name: 'Dr. Berg',
      first_name: '',
      preferred_first_name: '',
      last_name: 'Berg',
    });
  });

  test('[C-321, C-325] she herself reads every part of her name, and how she heard of us', async () => {
    await call(ann, 'PUT', path, whole);
    const { first_name, preferred_first_name, heard_about_orchid_via } = whole;
    const own = { first_name, preferred_first_name, heard_about_orchid_via };
    expect((await call(ann, 'GET', `${path}ann`)).body).toEqual({ ...summary, ...own, orchid_pro_types: [] });
  });

  test.each([
    ['First Name Last Name', ['Anna', 'Berg', '']],
    ['Dr. First Name', ['Anna', '', '']],
    ['Preferred First Name, MD/DO', ['', '', 'Annie']],
    ['Dr. Preferred First Name Last Name', ['', 'Berg', 'Annie']],
  ])('of her name others are told what “%s” shows', async (name_schema, shown) => {
    await call(ann, 'PUT', path, { ...names, name_schema });
    const { body } = await call(await server.signedIn('ben'), 'GET', `${path}ann`);
    expect([body['first_name'], body['last_name'], body['preferred_first_name']]).toEqual(shown);
  });

  test('somebody else’s, a member’s, a missing one and no id at all answer alike', async () => {
    const answers = await Promise.all(
      ['eve', 'max', 'nobody-at-all', 'p1', '%00', 'a'.repeat(200)].map((id) => call(ann, 'GET', `${path}${id}`)),
    );
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
  });
});
