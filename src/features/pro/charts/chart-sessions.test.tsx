// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { chartScope, practiceScope } from '../../../../sync/collections/classes.ts';
import { appointmentBodyOf } from '../../../../sync/testing/builders.ts';
import { noteBodyOf } from '../../../../sync/testing/call-records.ts';
import { deviceZone } from '../../../lib/device-zone.ts';
import { clockSpan, longDay, zoneName, zonesDiffer } from '../../../lib/time.ts';
import { accountRow, cardRow, DrawnScreen, memberRow, refused, type Row } from '../../../testing/drawn-screen.tsx';
import { quiet } from '../../../testing/quiet.ts';
import { ChartSessions } from './chart-sessions.tsx';

// In Chicago, in which days are told here, it is nine in the evening of the 24th.
const now = '2026-11-25T03:00:00.000Z';
const [zone, today] = ['America/Chicago', '2026-11-24'];
const scope = chartScope('c');
let screen: DrawnScreen;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] });
  screen = new DrawnScreen();
  screen.device.put(accountRow('pro-1', { timezone: 'UTC' }), cardRow);
  return () => vi.useRealTimers();
});

const draw = (more: { readonly zone?: string; readonly takesSessions?: boolean } = {}) =>
  screen.draw(<ChartSessions {...{ scope, zone, now, takesSessions: true, ...more }} />);

const treating = memberRow();
const supervisor = memberRow('pro-1', { role: 'supervisor' });
const ofSessions = memberRow('pro-1', { role: 'scheduler' });
const frontDesk = memberRow('pro-1', { role: 'scheduler' }, practiceScope('x'));

const spanOf = (at: string) => ({
  start: `2026-${at}:00.000Z`,
  end: new Date(Date.parse(`2026-${at}:00.000Z`) + 50 * 60_000).toISOString(),
});
type Session = Parameters<typeof appointmentBodyOf>[0];
const session = (id: string, at: string, more: Session = {}, of = scope): Row => ({
  collection: 'appointment',
  record: { id, scope: of, body: appointmentBodyOf({ appointment_type_label: '', ...spanOf(at), ...more }) },
});
const note = (of: string, more: Parameters<typeof noteBodyOf>[0] = {}): Row => ({
  collection: 'note',
  record: { id: `note.${of}`, scope, body: noteBodyOf({ appointment_id: of, ...more }) },
});
const signed = { signed: { by: 'pro-1', name: 'Dr. Bell', at: now } };
const other = { field: 'plan', uid: 'u2', value: 'Rest.', at: now, by: 'pro-1' };
const isCancelled = { status: 'cancelled_patient' } as const;

const coming = 'section[aria-label="Upcoming sessions"]';
const past = 'section[aria-label="Past sessions"]';
/** The sessions that are listed in this place, by their ids. */
const ids = (within: string) =>
  [...document.querySelectorAll(`${within} a[href*="/schedule/"]`)].flatMap((one) =>
    (/(\w+)\?date=/.exec(one.getAttribute('href') ?? '') ?? []).slice(1),
  );
const lineOf = (id: string) =>
  [...document.querySelectorAll('li')].find((one) => one.querySelector(`a[href*="schedule/${id}?"]`));
/** What is said of a session below its time, and what can be done. */
const said = (id: string) =>
  ['p', 'div:last-child'].map(
    (part) => [...(lineOf(id)?.querySelectorAll(`:scope ${part}`) ?? [])].at(-1)?.textContent,
  );
const linkTo = (words: string) =>
  [...document.querySelectorAll('a')].find((one) => one.textContent === words)?.getAttribute('href');

test('what is over stands newest first, what is to come soonest first, and one that ends now is over', async () => {
  screen.device.put(treating, session('later', '12-02T15:00'), session('tomorrow', '11-25T15:00'));
  screen.device.put(session('old', '10-02T15:00'), session('recent', '11-23T15:00'));
  screen.device.put(session('running', '11-25T02:11'), session('ends', '11-25T02:10'));
  screen.device.put(session('another', '11-26T15:00', {}, chartScope('d')));
  await draw();
  expect([coming, past].map((place) => ids(place).join())).toEqual(['running,tomorrow,later', 'ends,recent,old']);
  expect([screen.said(`${coming} h2`), screen.said(`${past} h2`)]).toEqual(['Upcoming', 'Sessions and notes']);
  expect([screen.said('summary'), said('ends')[1], said('running')[1]]).toEqual([
    null,
    'Write note',
    'Write noteCancel session',
  ]);
});

test('of what is to come the next three stand there, and the rest below a count', async () => {
  screen.device.put(treating, ...[5, 2, 4, 3].map((day) => session(`s${day}`, `12-0${day}T15:00`)));
  await draw();
  const listed = () => [`${coming} > ul`, 'details'].map((place) => ids(place).join());
  expect([...listed(), screen.said('summary')]).toEqual(['s2,s3,s4', 's5', '1 later session']);
  screen.put(session('s1', '12-01T15:00'));
  expect([...listed(), screen.said('summary')]).toEqual(['s1,s2,s3', 's4,s5', '2 later sessions']);
});

test('where there is none it is said so in both places', async () => {
  screen.device.put(treating);
  await draw();
  expect(screen.said(coming)).toContain('No session planned.');
  expect(screen.said(past)).toContain('No sessions yet');
  screen.put(session('s1', '12-01T15:00'), session('s2', '11-01T15:00'));
  expect(screen.text()).not.toMatch(/No session/);
});

test('of a session that comes while one looks nothing is claimed before its note has been read', async () => {
  screen.device.put(treating, session('s1', '11-20T15:00'));
  await draw();
  expect(said('s1')).toEqual(['No note yet', 'Write note']);
  screen.device.isHeld = true;
  screen.put(session('s2', '11-21T15:00'), note('s2', signed));
  const lists = () => [...screen.device.open].filter((one) => one.what.startsWith('appointment'));
  act(() => lists().forEach((one) => one.answer()));
  expect([said('s2'), said('s1')]).toEqual([
    ['', ''],
    ['No note yet', 'Write note'],
  ]);
  act(() => screen.device.answer());
  expect(said('s2')).toEqual(['Signed', 'Read note']);
});

test('who reads no notes is not told by an offer that there is one on this device', async () => {
  screen.device.put(ofSessions, session('s1', '11-20T15:00', { clinician: 'pro-2' }), note('s1', signed));
  await draw();
  expect(said('s1')).toEqual(['', '']);
});

test('nothing is claimed while sessions or their notes are being read', async () => {
  screen.device.put(treating, session('s1', '11-20T15:00'), note('s1', signed));
  screen.device.isHeld = true;
  await draw();
  const others = (what: string) => [...screen.device.open].filter((one) => !one.what.startsWith(what));
  for (const what of ['appointment', 'note']) {
    for (let turn = 0; turn < 4; turn += 1) act(() => others(what).forEach((one) => one.answer()));
    expect(screen.text()).toBe('');
  }
  act(() => screen.device.answer());
  expect(said('s1')).toEqual(['Signed', 'Read note']);
});

test('until it is known who looks, nothing is said of notes, and only one’s own session is offered one', async () => {
  screen.device.put(ofSessions, session('own', '11-20T15:00'), session('next', '11-26T15:00'));
  screen.device.put(session('else', '11-19T15:00', { clinician: 'pro-2' }), note('else', signed));
  screen.device.put(session('noted', '11-18T15:00'), note('noted', signed));
  screen.device.isHeld = true;
  await draw();
  const others = () => [...screen.device.open].filter((one) => !one.what.startsWith('membership'));
  for (let turn = 0; turn < 4; turn += 1) act(() => others().forEach((one) => one.answer()));
  expect([screen.said(`${past} h2`), linkTo('Book a session')]).toEqual(['Sessions and notes', undefined]);
  // One that has a note is not offered as if it had none.
  expect(['own', 'noted', 'else', 'next'].map(said).join(' | ')).toBe(',Write note | ,Read note | , | ,');
  for (let turn = 0; turn < 4; turn += 1) act(() => screen.device.answer());
  expect(screen.said(`${past} h2`)).toBe('Past sessions');
  expect(['own', 'next'].map(said).join(' | ')).toBe(', | ,Cancel session');
});

test('a session is told in the zone of who looks, with the year where it is another, and leads to its day in the calendar', async () => {
  const [evening, before] = [
    spanOf('11-25T05:30'),
    { start: '2025-11-25T05:30:00.000Z', end: '2025-11-25T06:20:00.000Z' },
  ];
  screen.device.put(treating, session('s1', '11-25T05:30', { appointment_type_label: 'First hour' }));
  screen.device.put(session('s2', '11-20T15:00', before));
  await draw();
  const title = (id: string) => lineOf(id)?.querySelector('a');
  expect(title('s1')?.textContent).toBe(`${longDay(today, today)}, ${clockSpan(evening, zone)}`);
  expect(title('s1')?.getAttribute('href')).toBe(`/pro-dashboard/schedule/s1?date=${today}`);
  expect(title('s2')?.textContent).toBe(`${longDay('2025-11-24', today)}, ${clockSpan(before, zone)}`);
  expect(said('s1')[0]).toBe('First hour');
});

test('whose clock shows another time than the one that is told reads which that is', async () => {
  const away = zonesDiffer(zone, deviceZone(), now) ? zone : 'Asia/Tokyo';
  await draw({ zone: away });
  expect(screen.said(coming)).toContain(`Times are in ${zoneName(away)}.`);
  await draw({ zone: deviceZone() });
  expect(screen.text()).not.toContain('Times are in');
});

test.each([
  ['who treats', [treating], true, true],
  ['the front desk', [frontDesk], true, true],
  ['who treats somebody that is not to be booked', [treating], false, false],
  ['who supervises', [supervisor], true, false],
  ['who is there for their own sessions', [ofSessions], true, false],
])('a booking is offered to %s, for this client, where it may be made', async (_, rows, takesSessions, books) => {
  screen.device.put(session('s1', '12-01T15:00'), ...rows);
  await draw({ takesSessions });
  expect(linkTo('Book a session')).toBe(books ? '/pro-dashboard/schedule/new?client=c' : undefined);
});

const [over, tonight, tomorrow] = ['11-24T15:00', '11-25T05:59', '11-25T06:00'];
test.each([
  ['is over, without a note', over, {}, [], 'No note yet', 'Write note'],
  ['is over, with a note', over, {}, [note('s')], 'Not signed', 'Open note'],
  ['has two versions of a note', over, {}, [note('s', { others: [other] })], 'Two versions', 'Open note'],
  ['is signed', over, {}, [note('s', signed)], 'Signed', 'Read note'],
  ['did not take place', over, { status: 'cancelled_pro_no_join' }, [], 'Did not take place', 'Write note'],
  ['was cancelled', over, isCancelled, [note('s')], 'Cancelled', ''],
  ['is held now', '11-25T02:30', {}, [], '', 'Write noteCancel session'],
  ['is to come today', tonight, {}, [], '', 'Write noteCancel session'],
  ['is to come on another day', tomorrow, {}, [], '', 'Cancel session'],
  ['is to come, with a note', tomorrow, {}, [note('s')], 'Not signed', 'Open noteCancel session'],
  ['is not confirmed', tomorrow, { status: 'invited' }, [], 'Unconfirmed', 'Cancel session'],
  ['is cancelled before its day', tomorrow, isCancelled, [note('s')], 'Cancelled', ''],
] as const)(
  'who treats reads of a session that %s how it stands, and what to do',
  async (_, at, more, rows, words, does) => {
    screen.device.put(treating, session('s', at, more), ...rows);
    await draw();
    expect(said('s')).toEqual([words, does]);
    expect(lineOf('s')?.hasAttribute('data-cancelled')).toBe(words === 'Cancelled');
    const noteLink = linkTo(/^\w+ note/.exec(does)?.[0] ?? '');
    expect(noteLink).toBe(does.includes('note') ? '/pro-dashboard/sessions/s/note' : undefined);
  },
);

const byOther = { clinician: 'pro-2' };
const [cancels, silent] = [
  ['', 'Cancel session'],
  ['', ''],
];
const [full, short] = ['Sessions and notes', 'Past sessions'];
test.each([
  ['who supervises', supervisor, full, ['No note yet', ''], ['Signed', 'Read note'], silent, silent],
  ['the front desk', frontDesk, short, silent, null, cancels, cancels],
  ['who is there for their own sessions', ofSessions, short, silent, null, cancels, silent],
])('%s reads and does what is theirs, and no more', async (_, member, title, open, noted, own, others) => {
  screen.device.put(member, session('open', '11-20T15:00'), session('own', '11-25T15:00'));
  screen.device.put(session('else', '11-26T15:00', byOther));
  if (noted) screen.device.put(session('noted', '11-19T15:00'), note('noted', signed));
  await draw();
  expect(screen.said(`${past} h2`)).toBe(title);
  expect([said('open'), said('own'), said('else')]).toEqual([open, own, others]);
  if (noted) expect(said('noted')).toEqual(noted);
});

test('who has no role that opens is offered the note of their own session alone', async () => {
  screen.device.put(session('own', '11-20T15:00'), session('else', '11-19T15:00', byOther));
  await draw();
  expect([said('own'), said('else')]).toEqual([
    ['No note yet', 'Write note'],
    ['No note yet', ''],
  ]);
});

test('a session is cancelled after one more question, that one alone; one that fails stays in question', async () => {
  const [before, after] = [session('s1', '11-25T15:00'), session('s3', '11-27T15:00')];
  screen.device.put(treating, before, session('s2', '11-26T05:30'), after);
  await draw();
  const ask = () =>
    act(async () => {
      lineOf('s2')?.querySelector('button')?.click();
      await quiet();
    });
  await ask();
  expect([screen.sheet(), screen.sent]).toEqual(['Cancel this session?', []]);
  expect(screen.said('dialog')).toContain(`${longDay('2026-11-25', today)}, ${clockSpan(spanOf('11-26T05:30'), zone)}`);
  await screen.press('Keep it');
  expect([screen.sheet(), screen.sent]).toEqual([null, []]);
  await ask();
  screen.answer = () => refused();
  await screen.press('Cancel session');
  expect([screen.sheet(), screen.alert()]).toEqual(['Cancel this session?', 'That was refused.']);
  screen.answer = () => screen.saved();
  await screen.press('Cancel session');
  const sent = ['appointment.cancel', { appointment_id: 's2' }];
  expect([screen.sheet(), screen.sent]).toEqual([null, [sent, sent]]);
});

test.each([
  ['was cancelled', isCancelled],
  ['is over by now', spanOf('11-20T15:00')],
])('the question about a session tells when it is now; of one that %s meanwhile nothing is asked', async (_, later) => {
  screen.device.put(treating, session('s2', '11-26T05:30'));
  await draw();
  await screen.press('Cancel session');
  screen.put(session('s2', '11-26T06:30'));
  expect(screen.said('dialog')).toContain(clockSpan(spanOf('11-26T06:30'), zone));
  screen.put(session('s2', '11-26T06:30', later));
  expect(screen.sheet()).toBeNull();
  // Nor again, where it is to come again.
  screen.put(session('s2', '11-26T06:30'));
  expect([screen.sheet(), screen.sent]).toEqual([null, []]);
});
