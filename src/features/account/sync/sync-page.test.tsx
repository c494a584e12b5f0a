// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LeaseState, PendingChange, SyncProblem, SyncStatus } from '../../../../sync/client/api.ts';
import { Value } from '../../../../sync/client/observable.ts';
import { blankStatus } from '../../../../sync/client/status/status-board.ts';
import { chartScope } from '../../../../sync/collections/classes.ts';
import { sessionOf } from '../../../../tests/support/session-of.ts';
import { clockTime, dayMonthShort, longDay } from '../../../lib/time.ts';
import { heldWords, UpdateContext } from '../../../lib/update.ts';
import { UpdateSource } from '../../../lib/update-source.ts';
import { problemSentences } from '../../../model/work/problem-sentences.ts';
import { notReadySentence } from '../../../model/work/sync-words.ts';
import { refusedWithWords } from '../../../testing/attention-client.ts';
import { accountRow, cardRow, DrawnScreen } from '../../../testing/drawn-screen.tsx';
import { quiet } from '../../../testing/quiet.ts';
import { SyncPage } from './sync-page.tsx';

const now = '2026-11-20T12:00:00.000Z';
const zone = 'America/Chicago';
const noon = clockTime(now, zone);
const synced: SyncStatus = { ...blankStatus, online: true, syncedAt: now, storage: 'persistent' };
let screen: DrawnScreen;
let status: Value<SyncStatus>;
let pending: readonly PendingChange[];
let update: UpdateSource;
let unsaved: boolean;
let putInUse: number;
/** What the page is told of by the device: that its lists may be other ones. */
let tell: () => void;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] });
  screen = new DrawnScreen();
  screen.device.put(accountRow());
  [status, pending, unsaved, putInUse] = [new Value(synced), [], false, 0];
  update = new UpdateSource({
    unsaved: { flush: async () => undefined, hasUnsaved: () => unsaved },
    reload: () => undefined,
  });
  Object.assign(screen.parts, {
    status,
    pending: async () => pending,
    countLeft: async () => 0,
    watchSealedWork: () => () => undefined,
    watchWork: (listener: () => void) => {
      tell = listener;
      return () => undefined;
    },
  });
});
afterEach(() => {
  screen.leave();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

async function draw(): Promise<void> {
  await screen.draw(
    <UpdateContext value={update}>
      <SyncPage />
    </UpdateContext>,
  );
  await act(quiet);
}
const becomes = (more: Partial<SyncStatus>): void => act(() => status.set({ ...synced, ...more }));
const part = (name: string) => screen.said(`section[aria-label="${name}"]`);

const yesterday = '2026-11-19T12:00:00.000Z';
const lastDay = dayMonthShort('2026-11-19');
test.each([
  ['all is synced', {}, `Synced ${noon}`, `Everything on this device is on the server, as of ${noon}.`],
  [
    'all was synced on another day',
    { syncedAt: yesterday },
    `Synced ${lastDay}`,
    `Everything on this device is on the server, as of ${noon} on ${lastDay}.`,
  ],
  ['one waits', { waiting: 1 }, '1 waiting', '1 change waits on this device, saved, to reach the server.'],
  [
    'there is no connection',
    { online: false, waiting: 2 },
    'Offline · 2 waiting',
    'No connection. 2 changes wait on this device, saved, and will be sent when there is one.',
  ],
  [
    'two were refused',
    { attention: 2 },
    'Needs attention',
    '2 changes were refused. They are kept here until you decide.',
  ],
  ['something is wrong', { problems: ['quota'] }, 'Needs attention', problemSentences.quota],
] as const)(
  'the page begins with how it stands, and says it anew when that changes: %s',
  async (_, more, word, sentence) => {
    status.set({ ...synced, syncedAt: null });
    await draw();
    expect(screen.said('h1')).toBe('Not synced yet');
    becomes(more);
    expect([screen.said('h1'), screen.said('header output')]).toEqual([word, sentence]);
  },
);

test('of several problems the first is said in the sentence, and every other one below it', async () => {
  await draw();
  const said = () => [...document.querySelectorAll('header output, header p')].map((one) => one.textContent);
  becomes({ problems: ['quota', 'damaged', 'clock'] });
  expect(said()).toEqual([problemSentences.quota, problemSentences.damaged, problemSentences.clock]);
  becomes({ problems: ['clock'] });
  expect(said()).toEqual([problemSentences.clock]);
});

test.each([
  ['lost-outbox', true],
  ['server-restored', true],
  ['unexplained-reset', true],
  ['quota', false],
  ['diverged', false],
  ['signed-out', false],
] as const)('what may have cost work stays until it has been read: %s → %s', async (problem, isOffered) => {
  const read: (readonly SyncProblem[])[] = [];
  screen.parts['noteProblemsRead'] = async (problems: readonly SyncProblem[]) => void read.push(problems);
  status.set({ ...synced, problems: ['clock', problem] });
  await draw();
  expect(screen.button('I have read this') !== undefined).toBe(isOffered);
  if (!isOffered) return;
  await screen.press('I have read this');
  // What was on screen, and no problem that comes later.
  expect(read).toEqual([['clock', problem]]);
});

test('a try is asked for once at a time, says that it runs, and can be asked for again whether it worked or not', async () => {
  const ends: ((failed?: Error) => void)[] = [];
  screen.parts['syncNow'] = () =>
    new Promise<void>((resolve, reject) => ends.push((failed) => (failed ? reject(failed) : resolve())));
  await draw();
  await screen.press('Sync now');
  expect([screen.button('Trying…')?.disabled, screen.button('Sync now')]).toEqual([true, undefined]);
  await act(async () => ends[0]?.(new Error('storage cannot say it')));
  expect(screen.button('Sync now')?.disabled).toBe(false);
  becomes({ online: false });
  await screen.press('Try now');
  await act(async () => ends[1]?.());
  expect([screen.button('Try now')?.disabled, ends.length]).toEqual([false, 2]);
});

test('a new version is offered, and put in use when the person says so; not while text would be lost with the page', async () => {
  await draw();
  expect(screen.button('Update now')).toBeUndefined();
  act(() => update.announce(() => void (putInUse += 1)));
  expect(screen.said('[data-tone="info"]')).toContain(
    'A new version of Orchid is readyEverything you typed is saved before it is put in use.',
  );
  unsaved = true;
  await screen.press('Update now');
  expect([screen.said('[data-tone="info"]')?.includes(heldWords), putInUse]).toEqual([true, 0]);
  unsaved = false;
  await screen.press('Update now');
  expect(putInUse).toBe(1);
});

test('what was refused stands there, a booking as one with what was said with it, and goes once it is let go of', async () => {
  const others = refusedWithWords.slice(0, 1).map((item) => ({ ...item, uid: 'other', name: 'note.sign' }));
  screen.items = [...refusedWithWords, ...others];
  await draw();
  const cards = () =>
    [...document.querySelectorAll('section[aria-label="Needs attention"] li h2')].map((one) => one.textContent);
  expect(cards()).toEqual(['New session', 'Signature of a note']);
  expect(part('Needs attention')?.split('A week with her sister')).toHaveLength(2);
  screen.items = others;
  await act(async () => tell());
  expect(cards()).toEqual(['Signature of a note']);
  screen.items = [];
  await act(async () => tell());
  expect(part('Needs attention')).toBeNull();
});

const edit = (uid: string, more: Partial<PendingChange>): PendingChange => ({
  uid,
  thing: 'note|note.a1',
  name: 'note.edit',
  at: now,
  state: 'waiting',
  args: { appointment_id: 'a1', answers: { plan: 'Walk' } },
  ...more,
});
const waiting = () =>
  [...document.querySelectorAll('section[aria-label="Waiting"] li')].map((one) => one.textContent ?? '');

test('that nothing waits is said only once it is known, and again when the last change has gone', async () => {
  let answer: (() => void) | undefined;
  screen.parts['pending'] = () => new Promise((resolve) => (answer = () => resolve(pending)));
  await draw();
  expect(part('Waiting')).toBe('Waiting to reach the server');
  pending = [edit('p', {})];
  await act(async () => answer?.());
  expect([waiting().length, part('Waiting')?.includes('Nothing is waiting.')]).toEqual([1, false]);
  pending = [];
  act(() => tell());
  await act(async () => answer?.());
  expect(part('Waiting')).toBe('Waiting to reach the serverNothing is waiting.');
});

test('what waits is told thing by thing: how it stands, since when by the own clock, of whose session, and on demand what it says', async () => {
  const span = { start: '2026-11-21T03:00:00.000Z', end: '2026-11-21T03:50:00.000Z' };
  const session = { ...sessionOf('a1', span), scope: chartScope('c') };
  screen.device.put(cardRow, { collection: 'appointment', record: session });
  pending = [
    edit('f', { args: { appointment_id: 'a1', answers: { focus: 'Sleep' } }, at: yesterday, state: 'sent' }),
    edit('p', {}),
    edit('l', { thing: 'x', state: 'unreadable', args: null, at: '' }),
  ];
  await draw();
  expect(waiting()).toEqual([
    `Note: Focus of the session, What happens nextwaiting, ${noon}Show` +
      `Mara Test, ${longDay('2026-11-20', '2026-11-20')}, ${clockTime(span.start, zone)}`,
    'Notecan no longer be read on this device',
  ]);
  await screen.press('Show');
  const opened = waiting()[0];
  expect(opened).toContain(`not confirmed yet, ${dayMonthShort('2026-11-19')}, ${noon}Focus of the sessionSleep`);
  expect(opened).toContain(`waiting, ${noon}What happens nextWalk`);
  await screen.press('Hide');
  expect(waiting()[0]).not.toContain('Walk');
});

test.each([
  ['persistent', 'This browser keeps Orchid’s data until you remove it.', false],
  ['best-effort', 'This browser may remove Orchid’s data when the device runs short of room.', false],
  ['memory-only', 'This window keeps nothing: a private window, or storage is blocked.', true],
  ['unknown', 'This browser does not say whether it keeps data for good.', false],
] as const)(
  'how safely this device keeps what is on it is said, and only what is lost stands out: %s',
  async (storage, words, isNeed) => {
    status.set({ ...synced, storage });
    await draw();
    expect(part('Storage')).toContain(`On this device${words}`);
    expect(document.querySelector('section[aria-label="Storage"] [data-tone="need"]') !== null).toBe(isNeed);
  },
);

const until = '2026-12-20T12:00:00.000Z';
const [own, shared] = [
  `${longDay('2026-12-20', '2026-11-20')}, ${noon}`,
  `${longDay('2026-11-19', '2026-11-20')}, ${noon}`,
];
const kept = ' Anything you wrote that has not been sent yet can always be read and exported here.';
test.each([
  [
    'as long as is known',
    { ownUntil: until },
    `records can be read here until ${own}. Every connection extends this.${kept}`,
  ],
  [
    'what is shared for a shorter time',
    { ownUntil: until, sharedUntil: yesterday },
    `until ${own}; what others have shared with you, until ${shared}. Every connection extends this.${kept}`,
  ],
  [
    'what is shared no more',
    { ownUntil: until, sharedUntil: yesterday, closed: 'shared' },
    `until ${own}. What others have shared with you has been closed since ${shared} and opens at the next connection.${kept}`,
  ],
  [
    'nothing any more',
    { ownUntil: yesterday, closed: 'all' },
    `Records have been closed here since ${shared}. They open again at the next connection.${kept}`,
  ],
  ['nothing of the kind is here', {}, null],
] as const)('until when records are read without a connection is said in advance: %s', async (_, more, words) => {
  const lease = { closed: 'none', ownUntil: null, sharedUntil: null, turn: 0, ...more } satisfies LeaseState;
  screen.parts['lease'] = new Value<LeaseState>(lease);
  await draw();
  if (words === null) expect(part('Storage')).not.toContain(kept);
  else expect(part('Storage')).toContain(words);
});

test('that work of another account lies here is said as long as it does', async () => {
  let seal: ((isHere: boolean) => void) | undefined;
  screen.parts['watchSealedWork'] = (listener: (isHere: boolean) => void) => {
    seal = listener;
    return () => undefined;
  };
  await draw();
  expect(part('Storage')).not.toContain('Unsent work');
  act(() => seal?.(true));
  expect(part('Storage')).toContain('Unsent work of another account is kept locked on this device.');
  act(() => seal?.(false));
  expect(part('Storage')).not.toContain('Unsent work');
});

test('while parts of the app are still on their way, that is what the page begins with, and stands with the storage', async () => {
  await draw();
  expect(part('Storage')).not.toContain(notReadySentence);
  vi.stubEnv('DEV', false);
  await draw();
  expect([screen.said('h1'), screen.said('header output')]).toEqual(['Setting up', notReadySentence]);
  expect(part('Storage')).toContain(notReadySentence);
});
