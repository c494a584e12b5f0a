// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SeenRecord } from '../../../../sync/client/api.ts';
import { noteIdOf } from '../../../../sync/collections/appointment.ts';
import { chartScope } from '../../../../sync/collections/classes.ts';
import type { Note } from '../../../../sync/collections/note-body.ts';
import { soapNote } from '../../../../sync/domain/soap-note.ts';
import { errorTexts } from '../../../../sync/protocol/error-codes.ts';
import { noteBodyOf } from '../../../../sync/testing/call-records.ts';
import { sessionOf } from '../../../../tests/support/session-of.ts';
import { unsavedTexts } from '../../../lib/flush.ts';
import { clockTime } from '../../../lib/time.ts';
import { accountRow, cardRow, DrawnScreen, refused } from '../../../testing/drawn-screen.tsx';
import { NoteFoot } from './note-foot.tsx';
import { newNoteSaver, type NoteSaver } from './note-saver.ts';

const me = { sub: 'pro-1', zone: 'America/Chicago', displayName: 'Dr. Bell', firstName: 'Ana', practiceId: 'x' };
const now = Date.parse('2026-11-21T09:00:00.000Z');
const over = { start: '2026-11-21T08:00:00.000Z', end: '2026-11-21T08:50:00.000Z' };

let screen: DrawnScreen;
let saver: NoteSaver;
beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] });
  screen = new DrawnScreen();
  screen.parts['deviceTag'] = () => 'here';
  screen.device.put(accountRow(), cardRow);
  saver = newNoteSaver({
    client: screen.client,
    sub: 'pro-1',
    appointmentId: 'a1',
    authorName: 'Dr. Bell',
    schema: soapNote,
  });
});
afterEach(() => {
  screen.leave();
  unsavedTexts.letGo();
  vi.useRealTimers();
});

const noteOf = (change: object = {}) =>
  ({
    id: noteIdOf('a1'),
    scope: chartScope('c'),
    body: noteBodyOf(change),
    stamps: { plan: 'v1' },
    pending: false,
    version: 1,
  }) as unknown as SeenRecord<Note>;

interface Drawn {
  readonly session?: object;
  /** Null: nothing is written yet. */
  readonly note?: ReturnType<typeof noteOf> | null;
  readonly isDamaged?: boolean;
}

async function draw({ session = {}, note = noteOf(), isDamaged = false }: Drawn = {}) {
  await screen.draw(
    <NoteFoot
      {...{ saver, me, isDamaged }}
      note={note ?? undefined}
      appointmentId="a1"
      session={sessionOf('a1', { ...over, ...session }).body}
      schema={soapNote}
      onSigned={() => undefined}
    />,
  );
}

/** Why it cannot be signed yet, as the sheet says it that the button then opens. */
async function reasonToWait(): Promise<string | null> {
  await screen.press('Sign');
  return screen.said('dialog p');
}

test('a note of a session that is over, with something in it, is signed', async () => {
  await draw();
  expect(screen.button('Sign')?.getAttribute('aria-disabled')).toBeNull();
  await screen.press('Sign');
  expect(screen.sheet()).not.toBe(errorTexts.not_signable);
});

test.each<readonly [string, Parameters<typeof draw>[0], string]>([
  ['of a sample', { session: { sample: true } }, 'This is a sample'],
  ['of a cancelled session', { session: { status: 'cancelled_patient' } }, 'This session was cancelled.'],
  [
    'of a session that did not take place',
    { session: { status: 'cancelled_pro_no_join' } },
    'This session did not take place.',
  ],
  ['that is empty', { note: noteOf({ answers: {} }) }, 'There is nothing in this note yet.'],
  [
    'of which two versions wait',
    { note: noteOf({ others: [{ uid: 'v2', field: 'plan', value: 'x', at: over.end, by: 'pro-1' }] }) },
    errorTexts.two_versions,
  ],
  ['that is damaged here', { isDamaged: true }, 'This note is damaged on this device'],
])('a note %s is not signed, and the button says why', async (_name, arrange, words) => {
  await draw(arrange);
  expect(screen.button('Sign')?.getAttribute('aria-disabled')).toBe('true');
  expect(await reasonToWait()).toContain(words);
  expect(screen.sheet()).toBe(errorTexts.not_signable);
  await screen.press('Go on writing');
  expect(screen.sheet()).toBeNull();
});

test('while the session runs it is said until when, by the clock of who writes', async () => {
  const end = '2026-11-21T09:20:00.000Z';
  await draw({ session: { end } });
  expect(await reasonToWait()).toContain(`The session ends at ${clockTime(end, me.zone)}.`);
});

test('what is safe: as it was last written, then what is typed now', async () => {
  const written = {
    plan: { at: '2026-11-21T08:55:00.000Z', by: 'pro-1' },
    risk: { at: '2026-11-21T08:58:00.000Z', by: 'pro-1' },
    focus: { at: '2026-11-21T08:51:00.000Z', by: 'pro-1' },
  };
  await draw({ note: noteOf({ written }) });
  expect(screen.text()).toContain(`last written ${clockTime(written.risk.at, me.zone)}`);
  act(() => saver.edit('plan', 'Swim.'));
  expect(screen.text()).toContain('Saving…');
  await act(() => saver.flush());
  expect(screen.text()).toContain(`Saved on this device ${clockTime('2026-11-21T09:00:00.000Z', me.zone)}`);
});

test('a page without a word says what will be safe', async () => {
  await draw({ note: null });
  expect(screen.text()).toContain('What you write is saved on this device as you go.');
});

test('what this device does not take is said, with its text to copy, and tried again by the button', async () => {
  screen.answer = () => Promise.reject(new Error('full'));
  await draw();
  await act(async () => {
    saver.edit('plan', 'Swim.');
    await saver.flush();
  });
  expect(screen.alert()).toContain('Not saved on this device – keep this page open.');
  screen.answer = () => screen.saved();
  await screen.press('Retry');
  expect([screen.alert(), screen.text().includes('Saved on this device')]).toEqual([null, true]);
});

test.each([
  ['note_signed', false],
  ['not_allowed', true],
] as const)('a refusal (%s) offers to try again only where that can help: %s', async (code, canHelp) => {
  screen.answer = () => refused('It was refused.', code);
  await draw();
  await act(async () => {
    saver.edit('plan', 'Swim.');
    await saver.flush();
  });
  expect(screen.alert()).toContain('Your text stays here until you leave this page.');
  expect(screen.button('Retry') !== undefined).toBe(canHelp);
});
