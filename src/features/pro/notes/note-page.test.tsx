// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { blankStatus } from '../../../../sync/client/status/status-board.ts';
import { noteIdOf, type Appointment } from '../../../../sync/collections/appointment.ts';
import { practiceScope } from '../../../../sync/collections/classes.ts';
import type { Note } from '../../../../sync/collections/note-body.ts';
import { noteBodyOf } from '../../../../sync/testing/call-records.ts';
import { sessionOf } from '../../../../tests/support/session-of.ts';
import { accountRow, cardRow, DrawnScreen, memberRow, practiceRow, type Row } from '../../../testing/drawn-screen.tsx';
import { NotePage } from './note-page.tsx';

const now = '2026-11-22T12:00:00.000Z';
let screen: DrawnScreen;
let accounts = 0;
/** A new one for each test: a look at a chart is told once in half an hour. */
let sub = '';
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] });
  accounts += 1;
  sub = `pro-${accounts}`;
  screen = new DrawnScreen(sub);
  screen.parts['watchAttention'] = () => () => undefined;
  screen.device.put(accountRow(sub), practiceRow, cardRow);
});
afterEach(() => {
  screen.leave();
  vi.useRealTimers();
});

const session = (body: Partial<Appointment> = {}): Row => ({
  collection: 'appointment',
  record: sessionOf('a1', { clinician: sub, ...body }),
});
const note = (body: Partial<Note> = {}, scope = 'chart:c'): Row => ({
  collection: 'note',
  record: { id: noteIdOf('a1'), scope, body: noteBodyOf({ author: sub, ...body }) },
});
const signed = { signed: { at: now, by: 'pro-9', name: 'Dr. Signer', digest: 'd' } } as unknown as Partial<Note>;
const draw = (...rows: readonly Row[]) => {
  screen.device.put(...rows);
  return screen.drawAt(
    '/pro-dashboard/sessions/a1/note',
    ['pro-dashboard', 'sessions/$appointmentId/note'],
    <NotePage />,
  );
};
const fields = () => [...document.querySelectorAll('textarea')].map((one) => one.value);
const looks = () => screen.sent.filter(([name]) => name === 'chart.view').map(([, args]) => args);
const linkTo = (words: string) =>
  [...document.querySelectorAll('a')].find((one) => one.textContent?.trim() === words)?.getAttribute('href');

test('the note of one’s own session is there to be written, under its client, and the look at the chart is told once', async () => {
  await draw(memberRow(sub), session(), note());
  expect(screen.said('h1')).toBe('Mara Test');
  expect(fields()).toContain('Walk daily.');
  expect(screen.text()).not.toContain('damaged');
  screen.put(note({ answers: { plan: 'Walk twice.' } }));
  expect(looks()).toEqual([{ chart_id: 'c' }]);
});

test('a session of one’s own opens where no role is known', async () => {
  await draw(session());
  expect(fields().length).toBeGreaterThan(0);
  expect(looks()).toEqual([{ chart_id: 'c' }]);
});

test.each(['appointment', 'note', 'chart_person', 'account'])(
  'until %s is read, a note that is here says that it is being opened, and claims nothing else',
  async (late) => {
    let isHere = false;
    const told: (() => void)[] = [];
    const { client } = screen.device;
    const held =
      (watch: (query: never, ...more: never[]) => () => void) =>
      (query: string | { readonly collection: string }, ...more: unknown[]) => {
        const collection = typeof query === 'string' ? query : query.collection;
        const onChange = more.pop() as (found: unknown) => void;
        const tell = (found: unknown): void => {
          if (isHere || collection !== late) onChange(found);
          else told.push(() => onChange(found));
        };
        return watch(query as never, ...([...more, tell] as never[]));
      };
    screen.parts['watchGet'] = held(client.watchGet);
    screen.parts['watchRange'] = held(client.watchRange);
    await draw(memberRow(sub), session(), note());
    expect([fields(), screen.said('h1'), screen.said('p')]).toEqual([[], null, null]);
    expect(document.querySelector('[aria-label="Opening the note"]')).not.toBeNull();
    isHere = true;
    await act(async () => told.splice(0).forEach((tell) => tell()));
    expect(fields()).toContain('Walk daily.');
  },
);

test('who plans for the practice reads that notes are not hers, with the way to the session; no look is told', async () => {
  await draw(memberRow(sub, { role: 'scheduler' }, practiceScope('x')), session({ clinician: 'pro-of-it' }));
  expect([screen.said('p'), fields(), looks()]).toEqual(['Notes are for those who treat', [], []]);
  expect(linkTo('Open session')).toBe('/pro-dashboard/schedule/a1');
  // One that is on her device all the same is hers to read.
  screen.put(note(signed));
  expect(screen.text()).toContain('Walk daily.');
});

test('a colleague who treats reads and writes the note of another’s session; so does a supervisor read it', async () => {
  await draw(memberRow(sub), session({ clinician: 'pro-of-it' }), note());
  expect(fields()).toContain('Walk daily.');
  screen.leave();
  screen = new DrawnScreen(sub);
  screen.device.put(accountRow(sub), practiceRow, cardRow, memberRow(sub, { role: 'supervisor' }));
  await draw(session({ clinician: 'pro-of-it' }), note(signed));
  expect(screen.text()).toContain('Walk daily.');
  expect(fields()).toEqual([]);
});

test('a signed note is read and not written; nobody who did not sign here is told of what is owed next', async () => {
  await draw(memberRow(sub), session(), note(signed));
  // What one may still write is an addendum.
  expect(fields()).toEqual(['']);
  expect(screen.text()).toContain('Walk daily.');
  expect(screen.text()).toContain('Dr. Signer');
  expect(screen.text()).not.toContain('Signed.');
  expect(screen.said('output')).toBeNull();
});

test('[EV-1] a draft on a form of a newer build is read under its own names, and nothing of it can be written', async () => {
  await draw(memberRow(sub), session(), note({ note_schema_id: 'later-form', answers: { outlook: 'Brighter.' } }));
  expect(screen.text()).toContain('This note was written with a newer version of Orchid');
  expect([screen.text().includes('Brighter.'), fields()]).toEqual([true, []]);
});

test('[BR-3] a note that came damaged says so and can be written all the same', async () => {
  const status = { ...blankStatus, damaged: [`note|${noteIdOf('a1')}`] };
  screen.parts['status'] = { get: () => status, subscribe: () => () => undefined };
  await draw(memberRow(sub), session());
  expect(screen.text()).toContain('This note is damaged on this device');
  expect(fields().length).toBeGreaterThan(0);
});

test('a note that lies in another chart than its session is none of it', async () => {
  await draw(memberRow(sub), session(), note({ answers: { plan: 'Of somebody else.' } }, 'chart:other'));
  expect(screen.text()).toContain('This note is damaged on this device');
  expect(screen.text()).not.toContain('Of somebody else.');
  expect(fields()).not.toContain('Of somebody else.');
});

test('a session that is not here says so, one that came damaged says that; both lead to the calendar', async () => {
  await draw();
  expect([screen.said('p'), linkTo('Open calendar')]).toEqual([
    'This session is not on this device',
    '/pro-dashboard/schedule',
  ]);
  expect(looks()).toEqual([]);
  screen.leave();
  screen = new DrawnScreen(sub);
  screen.device.put(accountRow(sub));
  const status = { ...blankStatus, damaged: ['appointment|a1'] };
  screen.parts['status'] = { get: () => status, subscribe: () => () => undefined };
  await draw();
  expect(screen.said('p')).toBe('This session is damaged on this device');
});

test('[AC-1] a session that goes from an open note with the access to its chart says why', async () => {
  const told: (() => void)[] = [];
  const { watchGet } = screen.device.client;
  screen.parts['watchGet'] = (collection: string, id: string, onChange: (record: unknown) => void) => {
    if (collection === 'appointment' && id === 'a1') told.push(() => onChange(undefined));
    return watchGet(collection as 'appointment', id, onChange);
  };
  await draw(memberRow(sub), session(), note());
  expect(fields()).toContain('Walk daily.');
  screen.put(memberRow(sub, { ended: now }));
  await act(async () => told.forEach((tell) => tell()));
  expect([screen.said('p'), fields()]).toEqual(['Your access to this chart has ended', []]);
});
