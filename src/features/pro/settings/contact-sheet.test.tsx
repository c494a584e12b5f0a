// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AttentionItem, MutateResult } from '../../../../sync/client/api.ts';
import { practiceScope } from '../../../../sync/collections/classes.ts';
import type { Contact } from '../../../../sync/collections/contact.ts';
import { errorTexts } from '../../../../sync/protocol/error-codes.ts';
import { notTakenMessage } from '../../../forms/save-state.ts';
import { unsavedTexts } from '../../../lib/flush.ts';
import { accountRow, DrawnScreen, practiceRow, refused } from '../../../testing/drawn-screen.tsx';
import { ContactSheet, type ContactSheetProps } from './contact-sheet.tsx';
import type { RefusedContact } from './refused-contacts.ts';

let screen: DrawnScreen;
let closed: number;
beforeEach(() => {
  screen = new DrawnScreen();
  closed = 0;
  screen.device.put(accountRow(), practiceRow);
});
afterEach(() => {
  screen.leave();
  unsavedTexts.letGo();
});

const modify_datetime = '2026-11-01T00:00:00.000Z';
const row = (more: Partial<Contact> = {}, seen: Record<string, string> = {}, id = 'c1') => {
  const body = { kind: 'referrer', name: 'Zoe Marsh', phone_number: '303 555 0100', modify_datetime, ...more };
  const stamps = { kind: 'k1', name: 'n1', phone_number: 'p1', remark: 'm1', ...seen };
  return { collection: 'contact', record: { id, scope: practiceScope('x'), stamps, body } };
};
const other = () => row({ phone_number: '303 555 0777', organization: 'Harbor' }, { phone_number: 'p2', remark: 'm2' });
const open = (more: Partial<ContactSheetProps> = {}) =>
  screen.draw(<ContactSheet contactId="c1" {...more} onClose={() => void (closed += 1)} />);
const again = (said: RefusedContact['said'], contactId: string | null = 'c1', uid = 'r1') =>
  ({ item: { uid } as AttentionItem, contactId, said }) satisfies RefusedContact;
const names = ['kind', 'name', 'organization', 'phone_number', 'email', 'remark'];
const shown = () => names.map((name) => screen.field(name).value);
const missing = () => names.filter((name) => screen.field(name).getAttribute('aria-invalid') === 'true');
/** What is there now: each fact with its text, or the sentence in their place. */
const now = () =>
  [...document.querySelectorAll('section h3 + p, section dl > div')].map(
    (one) => [...one.children].map((part) => part.textContent).join(': ') || one.textContent,
  );
const look = 'See what is there now';

test('a new one is asked for its kind and name first, and says of each wrong text what is wrong, sending nothing', async () => {
  await open({ contactId: null });
  expect([screen.sheet(), shown(), missing()]).toEqual(['Add a contact', ['', '', '', '', '', ''], []]);
  const kinds = [...screen.field('kind').querySelectorAll('option')].map((one) => one.textContent).join();
  expect(kinds).toBe('Please choose,Referrer,Other clinician,Emergency,Other');
  expect(screen.text()).toContain('Please write nothing about a client here.');
  await screen.press('Save');
  expect([missing(), screen.text().split(errorTexts.invalid_arguments).length]).toEqual([['kind', 'name'], 3]);
  const wrong = [
    ['email', 'zoe at harbor', 'Please enter a valid email'],
    ['organization', 'x'.repeat(301), 'At most 300 characters'],
    ['phone_number', '000-000-0000', 'Please enter a phone number'],
  ] as const;
  await screen.type('kind', 'other');
  await screen.type('name', 'Ida Roe');
  for (const [name, text, words] of wrong) {
    await screen.type(name, text);
    await screen.press('Save');
    expect([missing(), screen.text().includes(words)]).toEqual([[name], true]);
    await screen.type(name, '');
  }
  expect([screen.sent, closed, now()]).toEqual([[], 0, []]);
});

test('a new one is begun as of the kind that is looked at, and said to the practice without what was left empty', async () => {
  await open({ contactId: null, kind: 'clinician' });
  expect(shown()).toEqual(['clinician', '', '', '', '', '']);
  await screen.fill('Name', '  Ida Roe ');
  await screen.fill('Remark', ' By noon ');
  await screen.press('Save');
  const said = { practice_id: 'x', kind: 'clinician', name: 'Ida Roe', remark: 'By noon' };
  expect(screen.sent).toEqual([['contact.save', said, { kind: '', name: '', remark: '' }]]);
  expect([screen.owners, closed, screen.dismissed, unsavedTexts.hasUnsaved()]).toEqual([['pro-1'], 1, [], false]);
});

test('nothing is shown until the device has answered; of one that is not here that is said', async () => {
  screen.device.isHeld = true;
  await open();
  expect([screen.text(), screen.sheet()]).toEqual(['', null]);
  await act(async () => screen.device.answer());
  expect(screen.sheet()).toBe('Change a contact');
  expect(screen.text()).toContain('This contact is not on this device any more, or you have no access to it.');
  for (const button of document.querySelectorAll('button')) act(() => button.click());
  expect(closed).toBe(2);
  screen.put(row());
  expect(screen.field('name').value).toBe('Zoe Marsh');
});

test('of one that is changed what is other alone is said, over the version of each that was on screen', async () => {
  screen.device.put(row({ email: 'zoe@harbor.test', remark: 'Mornings' }));
  await open({ kind: 'emergency' });
  expect(screen.sheet()).toBe('Change a contact');
  expect(shown()).toEqual(['referrer', 'Zoe Marsh', '', '303 555 0100', 'zoe@harbor.test', 'Mornings']);
  expect([screen.text().includes('was removed'), now(), screen.button(look)]).toEqual([false, [], undefined]);
  await screen.fill('Phone', '');
  await screen.fill('Organization', 'Harbor');
  await screen.press('Save');
  const said = { practice_id: 'x', contact_id: 'c1', organization: 'Harbor', phone_number: '' };
  expect(screen.sent).toEqual([['contact.save', said, { organization: '', phone_number: 'p1' }]]);
  expect([screen.owners, closed]).toEqual([['pro-1'], 1]);
});

test.each(['Save', 'Back', 'Close'])('where nothing was changed %s closes and writes nothing', async (button) => {
  screen.device.put(row());
  await open();
  await screen.press(button);
  expect([screen.sent, screen.dismissed, closed]).toEqual([[], [], 1]);
});

test('while it is awaited it says so and is sent once; refused or not taken, that is said and all stays typed', async () => {
  screen.device.put(row());
  await open();
  await screen.type('name', 'Zoe Moss');
  let settle: (result: MutateResult) => void = () => undefined;
  screen.answer = () => new Promise((resolve) => (settle = resolve));
  await screen.press('Save');
  expect(screen.button('Saving…')?.disabled).toBe(true);
  await act(async () => document.querySelector('form')?.requestSubmit());
  expect([screen.sent.length, closed]).toEqual([1, 0]);
  await act(async () => settle(refused('Not yours.')));
  expect([screen.alert(), screen.field('name').value, closed]).toEqual(['Not yours.', 'Zoe Moss', 0]);
  expect([screen.button(look), screen.button('Save')?.disabled]).toEqual([undefined, false]);
  screen.answer = () => Promise.reject(new Error('the storage is full'));
  await screen.press('Save');
  expect([screen.alert(), screen.field('name').value, closed]).toEqual([notTakenMessage, 'Zoe Moss', 0]);
});

test('what others changed meanwhile is shown before it is saved over, and of theirs only what one typed oneself', async () => {
  screen.device.put(row({ remark: 'Mornings' }));
  await open();
  await screen.type('phone_number', '303 555 0199');
  await screen.type('email', 'z@x.test');
  screen.put(row({ phone_number: '303 555 0777', organization: 'Harbor', kind: 'other' }, { phone_number: 'p2' }));
  expect([screen.field('phone_number').value, now(), screen.button(look)]).toEqual(['303 555 0199', [], undefined]);
  screen.answer = () => refused(errorTexts.changed_meanwhile, 'changed_meanwhile');
  await screen.press('Save');
  expect([screen.alert(), now(), closed]).toEqual([errorTexts.changed_meanwhile, [], 0]);
  await screen.press(look);
  expect([now(), screen.button(look), screen.field('phone_number').value]).toEqual([
    ['Kind: Other', 'Organization: Harbor', 'Phone: 303 555 0777', 'Remark: Nothing'],
    undefined,
    '303 555 0199',
  ]);
  screen.put(row({ phone_number: '303 555 0888' }, { phone_number: 'p3' }));
  await screen.press('Save');
  await screen.press(look);
  expect(now()).toContain('Phone: 303 555 0888');
  // The way to look goes with an answer that has another reason.
  await screen.press('Save');
  screen.answer = () => refused('Not yours.');
  await screen.press('Save');
  expect([screen.alert(), screen.button(look)]).toEqual(['Not yours.', undefined]);
  screen.answer = () => screen.saved();
  await screen.press('Save');
  const said = { practice_id: 'x', contact_id: 'c1', phone_number: '303 555 0199', email: 'z@x.test' };
  expect(screen.sent).toEqual(
    ['p1', 'p2', 'p3', 'p3', 'p3'].map((phone_number) => ['contact.save', said, { phone_number, email: '' }]),
  );
  expect(closed).toBe(1);
});

test('what was changed meanwhile and changed back is said to be what one saw, not what one says; each look begins there', async () => {
  screen.device.put(row());
  await open();
  await screen.type('phone_number', '303 555 0199');
  screen.put(row({}, { phone_number: 'p2' }));
  screen.answer = () => refused(errorTexts.changed_meanwhile, 'changed_meanwhile');
  await screen.press('Save');
  await screen.press(look);
  expect(now()).toEqual(['The same as you saw.']);
  const place = document.activeElement?.getAttribute('aria-label');
  screen.field('name').focus();
  screen.put(row({}, { phone_number: 'p3' }));
  await screen.press('Save');
  await screen.press(look);
  expect([place, document.activeElement?.getAttribute('aria-label')]).toEqual([
    'What is there now',
    'What is there now',
  ]);
});

test('one that others removed meanwhile is brought back by saving it, as it was or as it is changed', async () => {
  screen.device.put(row());
  await open();
  screen.put(row({ removed: modify_datetime, organization: 'Harbor' }));
  expect(screen.text()).toContain('This contact was removed meanwhile. Saving brings it back.');
  await screen.type('name', 'Zoe Moss');
  await screen.type('name', 'Zoe Marsh');
  expect(unsavedTexts.hasUnsaved()).toBe(false);
  await screen.press('Save');
  await screen.type('name', 'Zoe Moss');
  await screen.press('Save');
  await screen.draw(null);
  await open({ again: again({ name: 'Zoe Marsh' }) });
  await screen.press('Save');
  const back = { practice_id: 'x', contact_id: 'c1', removed: false };
  expect(screen.sent).toEqual([
    ['contact.save', back, {}],
    ['contact.save', { ...back, name: 'Zoe Moss' }, { name: 'n1' }],
    ['contact.save', back, {}, 'r1'],
  ]);
  expect([screen.dismissed, closed]).toEqual([[], 3]);
});

test('a refused change stands there again beside what is there now, and takes the place of what was refused', async () => {
  screen.device.put(other());
  await open({ again: again({ phone_number: '303 555 0199', organization: 'Harbor', kind: 'other' }) });
  expect(shown()).toEqual(['other', 'Zoe Marsh', 'Harbor', '303 555 0199', '', '']);
  expect(now()).toEqual(['Kind: Referrer', 'Phone: 303 555 0777']);
  await screen.press('Save');
  const said = { practice_id: 'x', contact_id: 'c1', kind: 'other', phone_number: '303 555 0199' };
  expect(screen.sent).toEqual([['contact.save', said, { kind: 'k1', phone_number: 'p2' }, 'r1']]);
  expect([screen.owners, screen.dismissed, closed]).toEqual([['pro-1'], [], 1]);
});

test('a refused change that says what is there already is let go, and nothing is sent; not until that is kept', async () => {
  screen.device.put(other());
  await open({ again: again({ phone_number: '303 555 0777' }) });
  expect(now()).toEqual(['The same as you say.']);
  screen.parts['dismiss'] = () => Promise.reject(new Error('the storage is full'));
  await screen.press('Save');
  expect([screen.alert(), closed]).toEqual([notTakenMessage, 0]);
  delete screen.parts['dismiss'];
  await screen.press('Save');
  expect([screen.dismissed, screen.sent, closed]).toEqual([['r1'], [], 1]);
});

test('a refused new one is said again as a new one, with nothing beside it', async () => {
  await open({ contactId: null, kind: 'emergency', again: again({ kind: 'other', name: 'Ida Roe' }, null) });
  expect([screen.sheet(), shown().slice(0, 2), now()]).toEqual(['Add a contact', ['other', 'Ida Roe'], []]);
  await screen.press('Save');
  const said = { practice_id: 'x', kind: 'other', name: 'Ida Roe' };
  expect(screen.sent).toEqual([['contact.save', said, { kind: '', name: '' }, 'r1']]);
});

test('what was typed and not sent waits for the same contact and change alone, and is said over what was seen at first', async () => {
  screen.device.put(row(), row({ name: 'Ida Roe' }, {}, 'c2'));
  const refusals = [again({ name: 'Zoe M' }), again({ name: 'Zoe N' }, 'c1', 'r2')].map((one) => ({ again: one }));
  const all = [...refusals, { contactId: 'c2' }, { contactId: null }, {}];
  for (const [at, more] of all.entries()) {
    await open(more);
    expect(screen.field('remark').value).toBe('');
    await screen.type('remark', `typed ${at}`);
    await screen.draw(null);
  }
  const left = unsavedTexts.left().map(({ owner, path }) => `${owner} ${path}`);
  expect(left).toEqual(all.map(() => 'pro-1 /pro-dashboard/settings/contacts'));
  screen.put(other());
  for (const [at, more] of all.entries()) {
    await screen.draw(null);
    await open(more);
    expect(screen.field('remark').value).toBe(`typed ${at}`);
  }
  await screen.press('Save');
  expect(screen.sent[0]?.slice(2)).toEqual([{ remark: 'm1' }]);
});
