// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SyncStatus } from '../../sync/client/api.ts';
import { Value } from '../../sync/client/observable.ts';
import { blankStatus } from '../../sync/client/status/status-board.ts';
import { UnlockPage } from '../features/account/unlock/unlock-page.tsx';
import { FormDraft } from '../forms/form-draft.ts';
import { unsavedTexts } from '../lib/flush.ts';
import { rememberFace } from '../model/people/lock-face.ts';
import { DrawnScreen } from '../testing/drawn-screen.tsx';
import { LeftTexts } from './left-texts.tsx';
import { notHereWords } from '../lib/load-failure.ts';
import { LockingBar } from './locking-bar.tsx';
import { LogOutSheet } from './log-out-sheet.tsx';
import { PlainAccountMenu } from './plain-account-menu.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { SignOutEverywhereSheet } from './sign-out-everywhere-sheet.tsx';

let screen: DrawnScreen;
let did: string[];
let stayed: number;
let status: Value<SyncStatus>;
const onStay = () => void (stayed += 1);
beforeEach(() => {
  screen = new DrawnScreen();
  [did, stayed] = [[], 0];
  status = new Value<SyncStatus>({ ...blankStatus, online: true });
  Object.assign(screen.parts, {
    status,
    syncNow: async () => void did.push('sync'),
    logOut: async (choice: string) => void did.push(`log out: ${choice}`),
    lock: async () => void did.push('lock'),
    noteActivity: () => void did.push('stay'),
    passkeyState: async () => 'off',
  });
});
afterEach(() => {
  screen.leave();
  unsavedTexts.letGo();
  localStorage.clear();
  vi.useRealTimers();
});

const unsent = (waiting: number, attention = 0) => status.set({ ...status.get(), waiting, attention });
/** Text that somebody typed into a form and sent nowhere. */
function leaveText(owner = 'pro-1'): () => void {
  const draft = new FormDraft<{ words: string }>(
    { owner, key: `k-${owner}`, path: '/pro-dashboard/schedule' },
    { words: 'Words' },
  );
  const hide = unsavedTexts.show(draft);
  draft.change({ words: 'typed' });
  return hide;
}
const drawLogOut = (dashboard: 'pro' | 'member' = 'pro') => screen.draw(<LogOutSheet {...{ dashboard, onStay }} />);

test.each([
  ['pro', '/professional-homepage'],
  ['member', '/'],
] as const)(
  'where everything is on the server, it is asked once; who leaves (%s) is at %s',
  async (dashboard, where) => {
    await drawLogOut(dashboard);
    expect([did, screen.sheet()]).toEqual([['sync'], 'Log out']);
    expect(screen.text()).toContain('Everything is on the server.');
    await screen.press('Log out');
    expect([did.at(-1), screen.where()]).toEqual(['log out: discard', where]);
  },
);

test('while it is being sent nothing can be chosen but to stay', async () => {
  screen.parts['syncNow'] = () => new Promise(() => undefined);
  await drawLogOut();
  expect(screen.text()).toContain('Sending what is waiting…');
  expect(screen.buttons()).toEqual(['']);
});

test('what has not reached the server is counted, and kept unless its loss is typed', async () => {
  unsent(2, 1);
  await drawLogOut();
  expect(screen.sheet()).toBe('3 changes have not reached the server');
  await screen.press('Discard…');
  expect(screen.button('Discard and log out')?.disabled).toBe(true);
  await screen.fill('Type “discard”', 'discar');
  expect(screen.button('Discard and log out')?.disabled).toBe(true);
  await screen.press('Back');
  await screen.press('Lock and keep');
  expect(did.at(-1)).toBe('log out: keep');
});

test('its loss is typed in whatever letters, with spaces around it', async () => {
  unsent(1);
  await drawLogOut();
  expect(screen.sheet()).toBe('1 change has not reached the server');
  await screen.press('Discard…');
  await screen.fill('Type “discard”', ' Discard ');
  await screen.press('Discard and log out');
  expect(did.at(-1)).toBe('log out: discard');
});

test('where storage cannot say how much is unsent, that is not taken for nothing', async () => {
  screen.parts['syncNow'] = () => Promise.reject(new Error('no answer'));
  await drawLogOut();
  expect(screen.sheet()).toBe('This device cannot say what has reached the server');
  await screen.press('Lock and keep');
  expect(did).toEqual(['log out: keep']);
});

test('text that was sent nowhere is warned of first; who stays keeps it, who goes on loses it', async () => {
  const hide = leaveText();
  await drawLogOut();
  expect(screen.sheet()).toBe('Some text is not saved on this device');
  await screen.press('Stay');
  expect([stayed, unsavedTexts.hasUnsaved(), did]).toEqual([1, true, ['sync']]);
  await screen.press('Go on and lose it');
  await screen.press('Log out');
  expect([did.at(-1), unsavedTexts.hasUnsaved()]).toEqual(['log out: discard', false]);
  hide();
});

test('without the menu a device is locked, or left with all that is unsent kept', async () => {
  const why = new TypeError('Failed to fetch');
  await screen.draw(
    <PlainAccountMenu dashboard="member" why={why} onRetry={() => undefined} onClose={() => undefined} />,
  );
  expect(screen.text()).toContain(notHereWords);
  await screen.press('Lock now');
  await screen.press('Log out, keep unsent work locked here');
  expect([did, screen.where()]).toEqual([['lock', 'log out: keep'], '/']);
});

test('signing out everywhere needs the password and a connection; a wrong one is said, and is not left standing', async () => {
  const passwords: string[] = [];
  screen.parts['signOutEverywhere'] = async (password: string) => {
    passwords.push(password);
    return { kind: password === 'right' ? 'ok' : 'wrong-password' };
  };
  await screen.draw(<SignOutEverywhereSheet dashboard="pro" onStay={onStay} />);
  const go = () => screen.button('Sign out everywhere');
  expect(go()?.disabled).toBe(true);
  await screen.type('password', 'wrong');
  act(() => status.set({ ...status.get(), online: false }));
  expect([go()?.disabled, screen.text().includes('This needs a connection.')]).toEqual([true, true]);
  act(() => status.set({ ...status.get(), online: true }));
  await screen.press('Sign out everywhere');
  expect([screen.alert(), screen.field('password').value, stayed]).toEqual(['That password is not right.', '', 0]);
  screen.parts['signOutEverywhere'] = () => Promise.reject(new Error('no worker'));
  await screen.type('password', 'right');
  await screen.press('Sign out everywhere');
  expect(screen.alert()).toBe('That did not work just now. Please try again.');
  screen.parts['signOutEverywhere'] = async () => ({ kind: 'ok' });
  await screen.type('password', 'right');
  await screen.press('Sign out everywhere');
  expect([passwords, screen.alert(), screen.where()]).toEqual([['wrong'], null, '/professional-homepage']);
});

const lockedBy = (sub: string) => {
  screen.parts['session'] = new Value({ kind: 'locked', sub, waiting: 0 });
};
let others = 0;
const unlock = (waiting = 0) => screen.draw(<UnlockPage waiting={waiting} onOtherAccount={() => void (others += 1)} />);

test('a locked device counts what waits, shows the face of this account alone, and forgets the password once it opened', async () => {
  lockedBy('pro-1');
  rememberFace('pro-2', { initials: 'XY', name: 'Dr. Else' });
  const asked: string[] = [];
  screen.parts['unlock'] = async (password: string) => {
    asked.push(password);
    return { kind: password === 'right' ? 'ok' : 'wrong-password' };
  };
  await unlock(1);
  expect(screen.text()).toContain('1 change is waiting on this device');
  expect(screen.text()).not.toContain('Dr. Else');
  await screen.press('Unlock');
  expect(asked).toEqual([]);
  await screen.type('password', 'wrong');
  await screen.press('Unlock');
  expect([screen.alert(), screen.field('password').value]).toEqual([
    'That password does not open this device.',
    'wrong',
  ]);
  await screen.type('password', 'right');
  await screen.press('Unlock');
  expect([asked, screen.alert(), screen.field('password').value]).toEqual([['wrong', 'right'], null, '']);
});

test('the device’s own way opens it where it was set up; where it fails, why is said and the password is there', async () => {
  lockedBy('pro-1');
  screen.parts['passkeyState'] = async () => 'on';
  screen.parts['unlockWithPasskey'] = async () => ({ kind: 'failed', message: 'Not recognised.' });
  await unlock(2);
  expect(screen.text()).toContain('2 changes are waiting on this device');
  await screen.press('Unlock without the password');
  expect([screen.alert(), screen.button('Unlock')?.disabled]).toEqual(['Not recognised.', false]);
});

test('text that could not be saved before a lock is told of to whose it is, and to nobody else', async () => {
  leaveText('pro-2')();
  lockedBy('pro-1');
  await unlock();
  expect(screen.text()).not.toContain('Some text could not be saved');
  act(() => leaveText('pro-1')());
  expect(screen.text()).toContain('Some text could not be saved before the lock.');
});

test('text left behind is offered after a moment: to go on with where it was typed, or to let go', async () => {
  leaveText()();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await screen.draw(<LeftTexts />);
  expect(screen.alert()).toBeNull();
  await act(async () => vi.advanceTimersByTime(800));
  vi.useRealTimers();
  expect(screen.alert()).toContain('Text was written and not sent.');
  await screen.press('Go on with it');
  expect(screen.where()).toBe('/pro-dashboard/schedule');
  await screen.press('Let it go');
  expect([screen.alert(), unsavedTexts.hasUnsaved()]).toEqual([null, false]);
});

test('text of a note that was left behind is tried at once, and whenever something was saved here again', async () => {
  let tries = 0;
  let isSaved = false;
  const heard: (() => void)[] = [];
  const listeners = new Set<() => void>();
  screen.parts['watchWork'] = (listener: () => void) => (heard.push(listener), () => undefined);
  unsavedTexts.show({
    owner: 'pro-1',
    key: 'a1',
    path: '/x',
    isByHand: false,
    flush: async () => {
      tries += 1;
      isSaved = tries > 1;
      for (const listener of listeners) listener();
    },
    hasUnsaved: () => !isSaved,
    text: () => 'typed',
    letGo: () => void (isSaved = true),
    subscribe: (listener) => (listeners.add(listener), () => listeners.delete(listener)),
  })();
  await screen.draw(<LeftTexts />);
  expect([tries, unsavedTexts.hasUnsaved()]).toEqual([1, true]);
  await act(async () => heard.at(-1)?.());
  expect([tries, unsavedTexts.hasUnsaved()]).toEqual([2, false]);
});

test('before an idle lock the time is counted, in minutes and then seconds, and any key puts it off', async () => {
  const now = Date.parse('2026-11-20T12:00:00.000Z');
  vi.useFakeTimers({ now, toFake: ['Date'] });
  const lockingAt = new Value<number | null>(null);
  screen.parts['lockingAt'] = lockingAt;
  await screen.draw(<LockingBar />);
  expect(screen.text()).toBe('');
  for (const [ms, words] of [
    [61_000, 'In 2 minutes.'],
    [60_000, 'In 60 seconds.'],
    [1_000, 'In 1 second.'],
    [-5, 'In 0 seconds.'],
  ] as const) {
    act(() => lockingAt.set(now + ms));
    expect(screen.text()).toContain(words);
  }
  act(() => void document.dispatchEvent(new KeyboardEvent('keydown')));
  await screen.press('Stay');
  expect(did).toEqual(['stay', 'stay']);
});

test.each([
  ['a session that the server does not know, online', true, true, [], true],
  ['the same without a connection', true, false, [], false],
  ['a session that has ended, without a connection too', false, false, ['signed-out'], true],
  ['one that is well', false, true, [], false],
] as const)('signing in again is asked of %s: %s', async (_what, needsSignIn, online, problems, isAsked) => {
  screen.parts['session'] = new Value({ kind: 'unlocked', sub: 'pro-1', needsSignIn });
  status.set({ ...blankStatus, online, problems: [...problems] as never, waiting: 1 });
  await screen.draw(<SignInAgain />);
  expect(screen.text().includes('Sign in again to send it.')).toBe(isAsked);
});
