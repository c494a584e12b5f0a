import type { SyncProblem, SyncStatus } from '../../../sync/client/api.ts';
import type { Instant } from '../../../sync/core/record.ts';
import { clockTime, dateIn, dayMonthShort } from '../../lib/time.ts';
import { problemSentences } from './problem-sentences.ts';

export type SyncKind = 'synced' | 'waiting' | 'offline' | 'attention' | 'setting-up' | 'not-yet';

export interface SyncWords {
  readonly kind: SyncKind;
  /** What the indicator says. */
  readonly word: string;
  /** What it means, in a sentence. */
  readonly sentence: string;
}

const changes = (count: number): string => (count === 1 ? '1 change' : `${count} changes`);
const waits = (count: number): string => (count === 1 ? 'waits' : 'wait');

/** What our server said by itself: there was a connection, and what waits does so for a person. */
const answers: ReadonlySet<SyncProblem> = new Set(['signed-out', 'client-too-old']);

/** What needs a person never hides that there is no connection and work waits for it. */
function attentionWord({ online, waiting, problems }: SyncStatus): string {
  if (problems.some((problem) => answers.has(problem)))
    return waiting > 0 ? `Needs attention · ${waiting} waiting` : 'Needs attention';
  if (online) return 'Needs attention';
  return waiting > 0 ? `Needs attention · Offline · ${waiting} waiting` : 'Needs attention · Offline';
}

function offlineToo({ online, waiting }: SyncStatus): string {
  if (online) return '';
  return waiting > 0
    ? ` There is no connection at the moment; ${changes(waiting)} ${waits(waiting)} for it, saved here.`
    : ' There is no connection at the moment.';
}

export const notReadySentence =
  'Not ready for offline yet: parts of Orchid itself are still on their way to this device. Stay connected for a moment.';

/**
 * The indicator's words, from the status alone: it never claims more than the status does. `isReady`: the app itself would
 * open here without a connection.
 */
export function syncWords(status: SyncStatus, zone: string, now: Instant, isReady: boolean): SyncWords {
  const { waiting } = status;
  const [problem] = status.problems;
  if (problem) {
    return { kind: 'attention', word: attentionWord(status), sentence: problemSentences[problem] };
  }
  if (status.attention > 0) {
    const sentence = `${changes(status.attention)} ${
      status.attention === 1 ? 'was refused. It is' : 'were refused. They are'
    } kept here until you decide.${offlineToo(status)}`;
    return { kind: 'attention', word: attentionWord(status), sentence };
  }
  if (!status.online) {
    return waiting > 0
      ? {
          kind: 'offline',
          word: `Offline · ${waiting} waiting`,
          sentence: `No connection. ${changes(waiting)} ${waits(waiting)} on this device, saved, and will be sent when there is one.`,
        }
      : {
          kind: 'offline',
          word: 'Offline',
          sentence: 'No connection. Everything you see is on this device, and what you write is saved here.',
        };
  }
  if (status.phase === 'first-sync') {
    return {
      kind: 'setting-up',
      word: 'Setting up',
      sentence: 'Older records are still on their way to this device. You can go on working.',
    };
  }
  if (waiting > 0) {
    return {
      kind: 'waiting',
      word: `${waiting} waiting`,
      sentence: `${changes(waiting)} ${waits(waiting)} on this device, saved, to reach the server.`,
    };
  }
  if (!isReady) return { kind: 'setting-up', word: 'Setting up', sentence: notReadySentence };
  if (status.syncedAt) {
    const today = dateIn(status.syncedAt, zone) === dateIn(now, zone);
    const time = clockTime(status.syncedAt, zone);
    return {
      kind: 'synced',
      word: today ? `Synced ${time}` : `Synced ${dayMonthShort(dateIn(status.syncedAt, zone))}`,
      sentence: `Everything on this device is on the server, as of ${time}${
        today ? '' : ` on ${dayMonthShort(dateIn(status.syncedAt, zone))}`
      }.`,
    };
  }
  return { kind: 'not-yet', word: 'Not synced yet', sentence: 'This device has not finished a complete sync yet.' };
}
