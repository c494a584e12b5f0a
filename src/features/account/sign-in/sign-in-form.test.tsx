// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SessionState, SignInResult } from '../../../../sync/client/api.ts';
import { Value } from '../../../../sync/client/observable.ts';
import { errorTexts } from '../../../../sync/protocol/error-codes.ts';
import { failedWords, notHereWords } from '../../../lib/load-failure.ts';
import { DrawnScreen } from '../../../testing/drawn-screen.tsx';
import { quiet } from '../../../testing/quiet.ts';
import { SignInForm } from './sign-in-form.tsx';
// The steps come when they are first shown: here they wait for no machine that is busy.
import '../../../model/registration/email-sent.tsx';
import './keys-renewed.tsx';
import './mfa-step.tsx';

const email = 'ana@bay.example';
let screen: DrawnScreen;
let asked: unknown[];
/** How the next sign-in is answered. */
let answer: () => Promise<SignInResult>;
let done: number;
beforeEach(() => {
  screen = new DrawnScreen();
  [asked, done] = [[], 0];
  answer = async () => ({ kind: 'ok' });
  Object.assign(screen.parts, {
    session: new Value<SessionState>({ kind: 'signed-out' }),
    watchSealedWork: () => () => undefined,
    signIn: (input: unknown) => {
      asked.push(input);
      return answer();
    },
  });
});
afterEach(() => {
  screen.leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Props = Parameters<typeof SignInForm>[0];
const draw = (more: Partial<Props> = {}) =>
  screen.draw(<SignInForm inDashboard={false} onDone={() => void (done += 1)} {...more} />);
async function fill(typed = email, password = 'of mine'): Promise<void> {
  await screen.type('email', typed);
  await screen.type('password', password);
}
/** Draws it, fills it in and has it answered so. */
async function logIn(result: SignInResult, more: Partial<Props> = {}): Promise<void> {
  answer = async () => result;
  await draw(more);
  await fill();
  await screen.press('Log in');
}
const failed = (reason: Extract<SignInResult, { kind: 'failed' }>['reason'], message: string): SignInResult => ({
  kind: 'failed',
  reason,
  message,
});
const notFetched = new TypeError('Failed to fetch dynamically imported module: https://orchid.example/assets/a.js');
const focused = () => document.activeElement?.getAttribute('name') ?? null;
const marked = () => [...document.querySelectorAll('[aria-invalid="true"]')].map((one) => one.getAttribute('name'));

test.each([
  ['nothing at all', '', '', 'email', ['email', 'password']],
  ['no email', '', 'of mine', 'email', ['email']],
  ['no password', email, '', 'password', ['password']],
])(
  '%s is not sent: it is said, what is missing is marked, and the focus is in the first of it',
  async (_, typed, password, first, missing) => {
    await draw();
    await fill(typed, password);
    await screen.press('Log in');
    expect([screen.alert(), focused(), marked()]).toEqual([errorTexts.invalid_arguments, first, missing]);
    expect(asked).toEqual([]);
    // What has been put right is marked no more.
    await fill();
    expect(marked()).toEqual([]);
  },
);

test('sent are the email, the password as it is, and whether this device remembers', async () => {
  await draw();
  await fill(email, ' of mine ');
  await screen.press('Log in');
  await fill(email, 'other');
  await screen.press('Remember me');
  await screen.press('Log in');
  expect(asked).toEqual([
    { email, password: ' of mine ', remember: true },
    { email, password: 'other', remember: false },
  ]);
});

test('once it has worked that is told, and the password stands in no field any more', async () => {
  await logIn({ kind: 'ok' });
  expect([done, screen.field('password').value, screen.field('email').value]).toEqual([1, '', email]);
  expect(screen.alert()).toBeNull();
});

test.each([
  ['a wrong password', 'wrong', 'Incorrect username or password.'],
  ['too many tries', 'rate-limited', 'Please wait a minute.'],
  ['an account that does not open', 'unopened', 'The keys of this account do not open.'],
  ['a server that knows less than before', 'downgrade', 'This server is not to be trusted.'],
] as const)(
  '%s is said in the words of the answer, and what was typed stands to be put right',
  async (_, reason, message) => {
    await draw();
    await fill();
    answer = async () => failed(reason, message);
    screen.field('password').focus();
    await screen.press('Log in');
    expect([screen.alert(), marked(), done]).toEqual([message, [], 0]);
    expect([focused(), screen.field('password').value, screen.button('Log in')?.disabled]).toEqual([
      'password',
      'of mine',
      false,
    ]);
  },
);

test.each([
  ['the server is not reached', async () => failed('offline', 'Failed to fetch')],
  ['a part of the app that signing in needs is not reached', () => Promise.reject(notFetched)],
])('where %s, it is said that the first sign-in needs the network', async (_, outcome) => {
  answer = outcome;
  await draw();
  await fill();
  await screen.press('Log in');
  expect(screen.alert()).toBe(
    'No connectionThe first sign-in on a device needs the network. Once you have signed in here, Orchid opens without it.',
  );
});

test('while an answer is awaited the form says so, cannot be sent again, and after three seconds tells that it waits', async () => {
  await logIn(failed('wrong', 'Incorrect username or password.'));
  let end: ((result: SignInResult) => void) | undefined;
  answer = () => new Promise((resolve) => (end = resolve));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await act(async () => screen.button('Log in')?.click());
  // What was wrong before is not said of this try.
  expect([screen.alert(), screen.button('Logging in…')?.disabled]).toEqual([null, true]);
  act(() => void vi.advanceTimersByTime(2999));
  expect(screen.text()).not.toContain('No answer yet');
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.said('output')).toContain('No answer yet');
  await act(async () => end?.({ kind: 'ok' }));
  expect([screen.text().includes('No answer yet'), screen.button('Log in')?.disabled]).toEqual([false, false]);
});

async function enterCode(code: string): Promise<void> {
  const box = document.querySelector<HTMLInputElement>('form input[autocomplete="one-time-code"], form input');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, code);
    box?.dispatchEvent(new Event('input', { bubbles: true }));
    await quiet();
  });
}

test('where a code is asked for, it goes with what was typed before; a wrong one is said there', async () => {
  await logIn({ kind: 'mfa' });
  expect([screen.said('h2'), screen.button('Log in'), screen.button('Continue')?.disabled]).toEqual([
    '2-step verification',
    undefined,
    true,
  ]);
  answer = async () => failed('wrong', 'That code is not right.');
  await enterCode('123456');
  await screen.press('Continue');
  expect(asked.at(-1)).toEqual({ email, password: 'of mine', remember: true, mfaCode: '123456' });
  expect([screen.alert(), screen.said('h2')]).toEqual(['That code is not right.', '2-step verification']);
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  await screen.press('Continue');
  expect(screen.alert()).toBe(notHereWords);
  answer = () => Promise.reject(new ReferenceError('x is not defined'));
  await screen.press('Continue');
  expect(screen.alert()).toBe(failedWords);
  // The way back leaves what was typed, and nothing of what was wrong with the code.
  await screen.press('Back');
  expect([screen.alert(), screen.field('password').value]).toEqual([null, 'of mine']);
  answer = async () => ({ kind: 'mfa' });
  await screen.press('Log in');
  answer = async () => ({ kind: 'ok' });
  await enterCode('654321');
  await screen.press('Continue');
  expect(done).toBe(1);
});

test.each([
  ['the password of then opens the device', true, { kind: 'old-password', password: 'of then' }],
  ['it is not remembered, and the device begins anew', false, { kind: 'anew' }],
])('where the keys are new, this device is asked about: %s', async (_, remembers, before) => {
  await logIn({ kind: 'keys-renewed' });
  expect(screen.said('h2')).toBe('This device is locked with your old password');
  answer = async () => ({ kind: 'ok' });
  if (remembers) await screen.type('password', 'of then');
  await screen.press(remembers ? 'Open this device' : 'I do not remember it');
  expect([asked.at(-1), done]).toEqual([{ email, password: 'of mine', remember: true, before }, 1]);
});

test('whose email is not confirmed is told where the mail went, and comes back to the form with nothing said against it', async () => {
  const waits = { email, email_confirmed: false };
  vi.stubGlobal('fetch', async () => Response.json(waits));
  await logIn(failed('unconfirmed', 'Not confirmed.'));
  expect([screen.said('h2'), screen.alert()]).toEqual(['Check your email', null]);
  expect(screen.text()).toContain(`We have sent a link to ${email}.`);
  await screen.press('Back');
  expect([screen.alert(), screen.field('email').value]).toEqual([null, email]);
});

test('the password is shown when that is wanted, and hidden again', async () => {
  await draw();
  await fill();
  await screen.press('Show password');
  expect([screen.field('password').type, screen.button('Hide password')?.getAttribute('aria-pressed')]).toEqual([
    'text',
    'true',
  ]);
  await screen.press('Hide password');
  expect([screen.field('password').type, screen.button('Show password')?.getAttribute('aria-pressed')]).toEqual([
    'password',
    'false',
  ]);
});

test.each([
  ['on a page of its own one can register', false, ['/get-started', '/get-started']],
  ['inside a dashboard nobody registers', true, []],
])('%s; a password that is forgotten, and help, have a way each', async (_, inDashboard, registering) => {
  await draw({ inDashboard });
  const ways = [...document.querySelectorAll('a')].map((one) => one.getAttribute('href') ?? '');
  expect(ways.filter((way) => way === '/get-started')).toEqual(registering);
  expect(ways.filter((way) => way !== '/get-started')).toEqual([
    '/reset-password',
    expect.stringMatching(/^mailto:support@/),
  ]);
});

test.each([
  ['a page that is for that alone', { focusFirst: true }, 'email', ''],
  ['a page that shows more', {}, null, ''],
  ['where it is known who signs in', { knownEmail: email }, null, email],
])('on %s the focus, and the email, are where they help', async (_, more, focus, known) => {
  await draw(more);
  expect([focused(), screen.field('email').value]).toEqual([focus, known]);
});

test.each([
  [{ kind: 'signed-out' }, 'Unsent work is kept locked on this device.'],
  [{ kind: 'locked', sub: 'pro-1' }, 'Unsent work of another account is kept locked on this device.'],
  [{ kind: 'unlocked', sub: 'pro-1' }, null],
])('work that lies here unsent for an account that is not open is said below the form: %o', async (session, words) => {
  screen.parts['session'] = new Value(session);
  screen.parts['watchSealedWork'] = (listener: (isHere: boolean) => void) => {
    listener(true);
    return () => undefined;
  };
  await draw();
  if (words === null) expect(screen.text()).not.toContain('Unsent work');
  else expect(screen.text()).toContain(words);
});

test('what fails by a bug of ours is not put down to the network, and what was typed can be sent again', async () => {
  answer = () => Promise.reject(new ReferenceError('x is not defined'));
  await draw();
  await fill();
  await screen.press('Log in');
  expect([screen.alert(), screen.field('password').value]).toEqual([failedWords, 'of mine']);
  answer = async () => ({ kind: 'ok' });
  await screen.press('Log in');
  expect([screen.alert(), done]).toEqual([null, 1]);
});
