import { expect, test } from 'vitest';
import 'temporal-polyfill/global';
import type { SyncStatus } from '../../../sync/client/api.ts';
import { syncWords } from './sync-words.ts';
import { clockTime, dayMonthShort } from '../../lib/time.ts';

const synced: SyncStatus = {
  online: true,
  phase: 'idle',
  progress: null,
  waiting: 0,
  attention: 0,
  syncedAt: '2026-11-21T14:02:00.000Z',
  storage: 'persistent',
  problems: [],
  damaged: [],
};
const now = '2026-11-21T15:00:00.000Z';

test.each<[string, Partial<SyncStatus>, string]>([
  ['all sent and fetched', {}, `Synced ${clockTime(synced.syncedAt ?? '', 'UTC')}`],
  ['synced on another day', { syncedAt: '2026-11-20T14:02:00.000Z' }, `Synced ${dayMonthShort('2026-11-20')}`],
  ['changes wait', { waiting: 3 }, '3 waiting'],
  ['no connection', { online: false }, 'Offline'],
  ['no connection and changes wait', { online: false, waiting: 2 }, 'Offline · 2 waiting'],
  ['a refusal weighs more than being offline', { online: false, attention: 1 }, 'Needs attention · Offline'],
  ['an ended session', { online: false, problems: ['signed-out'], waiting: 2 }, 'Needs attention · 2 waiting'],
  ['a server that wants an update', { online: false, problems: ['client-too-old'] }, 'Needs attention'],
  ['a full disk', { problems: ['quota'] }, 'Needs attention'],
  ['a damaged record', { problems: ['damaged'], damaged: ['note|note.a1'] }, 'Needs attention'],
  ['a reset without a reason', { problems: ['unexplained-reset'] }, 'Needs attention'],
  ['the first sync', { phase: 'first-sync', syncedAt: null }, 'Setting up'],
  ['never synced', { syncedAt: null }, 'Not synced yet'],
])('%s', (_name, change, word) => {
  expect(syncWords({ ...synced, ...change }, 'UTC', now, true).word).toBe(word);
});

test('"Synced" is never said while something waits or the device is offline', () => {
  for (const online of [true, false]) {
    for (const waiting of [0, 1]) {
      const { kind } = syncWords({ ...synced, online, waiting }, 'UTC', now, true);
      expect(kind === 'synced').toBe(online && waiting === 0);
    }
  }
});

test('[OF-1] nothing is called synced before the app itself lies on the device; what is wrong or waits comes first', () => {
  expect(syncWords(synced, 'UTC', now, false)).toEqual({
    kind: 'setting-up',
    word: 'Setting up',
    sentence: expect.stringContaining('Not ready for offline yet'),
  });
  expect(syncWords({ ...synced, waiting: 1 }, 'UTC', now, false).word).toBe('1 waiting');
  expect(syncWords({ ...synced, online: false }, 'UTC', now, false).word).toBe('Offline');
});

test('what needs attention does not hide that the device is offline and how much waits', () => {
  const away = { ...synced, online: false, attention: 1, waiting: 3 };
  expect(syncWords(away, 'America/New_York', now, true).word).toBe('Needs attention · Offline · 3 waiting');
  expect(syncWords(away, 'America/New_York', now, true).sentence).toContain('3 changes wait');
  expect(syncWords({ ...away, attention: 0, problems: ['quota'] }, 'America/New_York', now, true).word).toContain(
    'Offline · 3 waiting',
  );
  expect(syncWords({ ...away, waiting: 0 }, 'America/New_York', now, true).word).toBe('Needs attention · Offline');
  expect(syncWords({ ...away, online: true }, 'America/New_York', now, true).word).toBe('Needs attention');
});

test('the day of the last sync is the viewer’s: the evening before by UTC is today where it is still evening', () => {
  const late = { ...synced, syncedAt: '2026-11-21T03:30:00.000Z' };
  const at = '2026-11-21T15:00:00.000Z';
  // 22:30 of the twentieth in New York.
  expect(syncWords(late, 'America/New_York', at, true).word).toBe(`Synced ${dayMonthShort('2026-11-20')}`);
  expect(syncWords(late, 'America/New_York', '2026-11-21T04:30:00.000Z', true).word).toBe(
    `Synced ${clockTime(late.syncedAt, 'America/New_York')}`,
  );
  expect(syncWords({ ...synced, syncedAt: '2026-11-20T23:30:00.000Z' }, 'Asia/Tokyo', at, true).word).toBe(
    `Synced ${dayMonthShort('2026-11-21')}`,
  );
});
