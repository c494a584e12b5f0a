// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { accountScope } from '../../../../sync/collections/classes.ts';
import { unsavedTexts } from '../../../lib/flush.ts';
import { notTakenWords } from '../../../lib/use-change.ts';
import { accountRow, DrawnScreen, memberRow, refused } from '../../../testing/drawn-screen.tsx';
import { EditProfile } from './edit-profile.tsx';
import { PhotoField } from './photo-field.tsx';
import { ToldFacts } from './told-facts.tsx';

let screen: DrawnScreen;
beforeEach(() => {
  screen = new DrawnScreen('m');
  screen.device.put(accountRow('m', { user_type: 'member', first_name: 'Mara', last_name: 'Test' }));
});
afterEach(() => {
  screen.leave();
  unsavedTexts.letGo();
});

const body = {
  dob: '1990-02-03',
  gender: 'woman',
  sex: 'female',
  phone_number: '+1 415 555 0100',
  home_address_line1: '1 Oak St',
  country: 'US',
  home_state: 'CA',
  home_city: 'Reno',
  home_zipcode: '94103',
  biography: 'I walk.',
  signup_form_finished: true,
};
const profile = (more: object = {}) => ({
  collection: 'member_profile',
  record: { id: 'm', scope: accountScope('m'), body: { ...body, ...more } },
});

test('what was changed here alone is saved; what another device says meanwhile stays, and moves under nobody’s cursor', async () => {
  screen.device.put(profile());
  await screen.draw(<EditProfile />);
  expect(screen.button('Save')?.disabled).toBe(true);
  await screen.type('biography', 'I walk a lot.');
  screen.put(profile({ home_city: 'Oakland' }));
  expect(screen.field('home_city').value).toBe('Reno');
  await screen.press('Save');
  expect(screen.sent).toEqual([['member_profile.save', { biography: 'I walk a lot.' }]]);
  expect(screen.where()).toBe('/member-dashboard/profile');
});

test('[C-618] a refusal says that nothing was kept, the page stays, and what was typed too', async () => {
  screen.device.put(profile());
  await screen.draw(<EditProfile />);
  await screen.type('biography', 'I walk a lot.');
  screen.answer = () => refused('Not now.');
  await screen.press('Save');
  expect([screen.alert(), screen.where(), screen.field('biography').value]).toEqual([
    'failed to save member info: Not now.',
    '/',
    'I walk a lot.',
  ]);
});

test('a profile that was being changed stands there again as it was typed', async () => {
  screen.device.put(profile());
  await screen.draw(<EditProfile />);
  await screen.type('biography', 'I walk a lot.');
  screen.leave();
  screen = new DrawnScreen('m');
  screen.device.put(accountRow('m', { user_type: 'member', first_name: 'Mara', last_name: 'Test' }), profile());
  await screen.draw(<EditProfile />);
  expect(screen.field('biography').value).toBe('I walk a lot.');
});

test('what is taken up again replaces nothing that another device changed in between', async () => {
  screen.device.put(profile());
  await screen.draw(<EditProfile />);
  await screen.type('biography', 'I walk a lot.');
  screen.leave();
  screen = new DrawnScreen('m');
  const account = accountRow('m', { user_type: 'member', first_name: 'Mara', last_name: 'Test' });
  screen.device.put(account, profile({ home_city: 'Oakland' }));
  await screen.draw(<EditProfile />);
  await screen.press('Save');
  expect(screen.sent).toEqual([['member_profile.save', { biography: 'I walk a lot.' }]]);
});

test('a photo is taken away by an empty one; what throws is said', async () => {
  const photo = { id: 'm', scope: accountScope('m'), body: { image: 'QUJD' } };
  await screen.draw(<PhotoField />);
  expect(screen.buttons()).toEqual(['Choose a photo']);
  screen.put({ collection: 'profile_photo', record: photo });
  expect(screen.buttons()).toEqual(['Choose another', 'Remove photo']);
  screen.answer = () => Promise.reject(new Error('the storage is full'));
  await screen.press('Remove photo');
  expect([screen.alert(), screen.button('Remove photo')?.disabled]).toEqual([notTakenWords, false]);
  screen.answer = () => screen.saved();
  await screen.press('Remove photo');
  expect([screen.sent.at(-1), screen.alert()]).toEqual([['profile_photo.set', { image: '' }], null]);
});

test('what a practice was told is said with whose it is and what became of it; a substitute is nobody’s own clinician', async () => {
  const told = (value: string, more: object = {}) => ({ value, at: '2026-11-01T00:00:00.000Z', ...more });
  const proposal = (phone_number: object) => ({
    collection: 'person_proposal',
    record: {
      id: 'c.1',
      scope: 'person:c.1',
      body: Object.assign({ chart_id: 'c' }, { told: { phone_number } as never }),
    },
  });
  const person = { chart_id: 'c', first_name: 'Mara', last_name: 'Test', phone_number: '4155550100' };
  screen.device.put(
    memberRow('pro-1', { account_name: 'Dr. Gone', ended: '2026-11-01T00:00:00.000Z' }),
    memberRow('pro-2', { account_name: 'Dr. Guest', until: '2099-12-01' }),
    memberRow('pro-3', { account_name: 'Dr. Bell' }),
    { collection: 'chart_person', record: { id: 'c.1', scope: 'chart:c', body: person } },
    proposal(told('4155550199')),
  );
  await screen.draw(<ToldFacts />);
  expect(screen.said('h2')).toBe('Told to Dr. Bell');
  expect(screen.text()).toContain('not answered yet');
  expect(screen.text()).toContain('Your clinician has: ');
  screen.put(proposal(told('4155550199', { answer: 'kept' })));
  expect(screen.text()).toContain('not taken over');
  screen.put(proposal(told('4155550199', { answer: 'taken' })));
  expect(screen.text()).toContain('taken over');
  expect(screen.text()).not.toContain('Your clinician has: ');
});
