// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { practiceScope } from '../../sync/collections/classes.ts';
import { FormDraft } from '../forms/form-draft.ts';
import { unsavedTexts } from '../lib/flush.ts';
import { accountRow, DrawnScreen, memberRow, practiceRow } from '../testing/drawn-screen.tsx';
import { AccountMenu } from './account-menu.tsx';

let screen: DrawnScreen;
let did: string[];
beforeEach(() => {
  screen = new DrawnScreen();
  did = [];
  Object.assign(screen.parts, {
    lock: async () => void did.push('lock'),
    syncNow: async () => void did.push('sync'),
  });
  screen.device.put(accountRow(), practiceRow);
});
afterEach(() => {
  screen.leave();
  unsavedTexts.letGo();
});

const draw = (dashboard: 'pro' | 'member') => screen.draw(<AccountMenu dashboard={dashboard} compact={false} />);
const items = () => [...document.querySelectorAll('[role="menuitem"]')].map((one) => one.textContent ?? '');

test.each([
  ['pro', '/pro-dashboard/sync'],
  ['member', '/member-dashboard/sync'],
] as const)('the way to what is waiting is that of one’s own dashboard: %s', async (dashboard, where) => {
  await draw(dashboard);
  await screen.press('Sync');
  expect(screen.where()).toBe(where);
});

test('settings are a professional’s, and a page for everybody has who treats in a practice', async () => {
  await draw('pro');
  expect(items()).toContain('Settings');
  expect(items()).not.toContain('Your page for everybody');
  screen.put(memberRow('pro-1', { role: 'professional' }, practiceScope('x')));
  expect(items()).toContain('Your page for everybody');
  screen.leave();
  screen = new DrawnScreen();
  screen.device.put(accountRow(), practiceRow, memberRow('pro-1', { role: 'professional' }, practiceScope('x')));
  await draw('member');
  expect(items()).not.toContain('Settings');
  expect(items()).not.toContain('Your page for everybody');
});

test('what is typed is saved before a lock that is asked for', async () => {
  const draft = new FormDraft<{ words: string }>({ owner: 'pro-1', key: 'k', path: '/' }, { words: 'Words' });
  const holder = Object.assign(draft, { flush: async () => void did.push('flush') });
  const hide = unsavedTexts.show(holder);
  draft.change({ words: 'typed' });
  await draw('pro');
  await screen.press('Lock now');
  expect(did).toEqual(['flush', 'lock']);
  hide();
});

test('logging out asks first, and so does signing out everywhere; neither does anything by itself', async () => {
  await draw('pro');
  await screen.press('Log out');
  expect([screen.sheet(), did]).toEqual(['Log out', ['sync']]);
  await screen.press('Stay');
  expect(screen.sheet()).toBeNull();
});

test('signing out everywhere asks for the password', async () => {
  await draw('pro');
  await screen.press('Sign out everywhere');
  expect([screen.sheet(), screen.field('password').value]).toEqual(['Sign out everywhere', '']);
});
