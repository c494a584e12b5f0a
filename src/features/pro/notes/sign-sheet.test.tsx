// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chartScope } from '../../../../sync/collections/classes.ts';
import { noteIdOf } from '../../../../sync/collections/appointment.ts';
import { answerElements } from '../../../../sync/domain/note-schema.ts';
import { noteSchemaOf } from '../../../../sync/domain/note-schemas.ts';
import { noteBodyOf } from '../../../../sync/testing/call-records.ts';
import { sessionOf } from '../../../../tests/support/session-of.ts';
import { unsavedTexts } from '../../../lib/flush.ts';
import { clockSpan, dateAndTime, weekdayDate, zoneName } from '../../../lib/time.ts';
import { notTakenWords } from '../../../lib/use-change.ts';
import { accountRow, cardRow, DrawnScreen, refused } from '../../../testing/drawn-screen.tsx';
import { Addenda } from './addenda.tsx';
import { newNoteSaver, type NoteSaver } from './note-saver.ts';
import { SignSheet } from './sign-sheet.tsx';

let screen: DrawnScreen;
let ended: string[];
beforeEach(() => {
  screen = new DrawnScreen();
  screen.device.put(accountRow(), cardRow);
  ended = [];
});
afterEach(() => {
  screen.leave();
  unsavedTexts.letGo();
});

const body = noteBodyOf({ answers: { plan: 'Walk daily.' } });
const note = {
  ...sessionOf('x', {}),
  id: noteIdOf('a1'),
  scope: chartScope('c'),
  body,
  stamps: { plan: 'v1', old: 'v0' },
};
const schema = noteSchemaOf(body);
if (!schema) throw new Error('no form');
const fields = answerElements(schema);
/** Half past midnight by UTC: the evening before in Chicago. */
const session = sessionOf('a1', { start: '2026-11-21T00:30:00.000Z', end: '2026-11-21T01:20:00.000Z' }).body;
const me = { sub: 'pro-1', zone: 'America/Chicago', displayName: 'Dr. Bell', firstName: 'Ana', practiceId: 'x' };

function saverOf(): NoteSaver {
  const saver = newNoteSaver({
    client: screen.client,
    sub: 'pro-1',
    appointmentId: 'a1',
    authorName: 'Dr. Bell',
    schema: schema!,
  });
  for (const { field } of fields) saver.adopt(field, body.answers[field] ?? '', note.stamps[field as 'plan'] ?? '');
  return saver;
}

async function draw(saver = saverOf(), seen: typeof note = note) {
  await screen.draw(
    <SignSheet
      {...{ session, saver, me }}
      schema={schema!}
      note={seen}
      appointmentId="a1"
      onSigned={() => void ended.push('signed')}
      onClose={() => void ended.push('closed')}
    />,
  );
  return saver;
}

const signed = () => screen.sent.filter(([name]) => name === 'note.sign').map(([, args]) => args);

test('[CF-2] what is sealed is said before, by the clock of who signs, and signed under the versions that were seen', async () => {
  await draw();
  expect(screen.text()).toContain('Mara Test');
  expect(screen.text()).toContain(`${weekdayDate('2026-11-20')}, ${clockSpan(session, me.zone)} ${zoneName(me.zone)}`);
  expect(screen.text()).toContain(`1 of ${fields.length} parts`);
  await screen.press('Sign and seal');
  expect(signed()).toEqual([{ appointment_id: 'a1', name: 'Dr. Bell', seen: { plan: 'v1' } }]);
  expect(ended).toEqual(['signed', 'closed']);
});

test('[CF-2] a version that came while one looked is not signed as if it had been seen', async () => {
  const saver = saverOf();
  const newer = {
    ...note,
    body: { ...body, answers: { plan: 'Theirs.', later: 'New.' } },
    stamps: { plan: 'v2', old: '', later: 'v3' },
  };
  await draw(saver, newer);
  await screen.press('Sign and seal');
  expect(signed()).toEqual([{ appointment_id: 'a1', name: 'Dr. Bell', seen: { plan: 'v1', later: 'v3' } }]);
});

test('[CF-2] text that is not saved is not sealed: nothing is signed and the sheet stays', async () => {
  const saver = await draw();
  saver.edit('plan', 'Walk twice a day.');
  screen.answer = () => ({ kind: 'not-saved', reason: 'quota', message: 'no room' });
  await screen.press('Sign and seal');
  expect([signed(), ended]).toEqual([[], []]);
  expect(screen.alert()).toBe('Some text is not saved in this note, so it cannot be signed.');
  expect(screen.button('Sign and seal')?.disabled).toBe(false);
  saver.letGo();
});

test('a refusal of the server’s rule is said and nothing is told as signed', async () => {
  await draw();
  screen.answer = () => refused('There are two versions.');
  await screen.press('Sign and seal');
  expect([screen.alert(), ended, screen.button('Sign and seal')?.disabled]).toEqual([
    'There are two versions.',
    [],
    false,
  ]);
});

test('what is left empty is named, and an unanswered question of risk by itself', async () => {
  await draw();
  const risk = fields.find((one) => one.type === 'radios' && one.asksRisk === true);
  const empty = fields.filter((one) => one.field !== 'plan' && one !== risk).map(({ label }) => label);
  expect(screen.text()).toContain(`Left empty${empty.join(', ')}`);
  expect(screen.text().includes('is not answered')).toBe(risk !== undefined);
});

const addendum = (id: string, more: object = {}) => ({
  collection: 'addendum',
  record: {
    id,
    scope: chartScope('c'),
    body: {
      appointment_id: 'a1',
      author: 'pro-2',
      author_name: 'Dr. Cole',
      written: '2026-11-22T03:30:00.000Z',
      text: id,
      ...more,
    },
  },
});
const add = (canWrite = true, of = 'a1') =>
  screen.draw(<Addenda appointmentId={of} sub="pro-1" zone="America/Chicago" canWrite={canWrite} />);
const area = () => document.querySelector('textarea');
const write = async (text: string) => {
  document.querySelector('textarea')?.setAttribute('name', 'more');
  await screen.type('more', text);
};

test('an addendum is signed without the spaces around it; what was typed goes once it is saved, and not where it was refused', async () => {
  await add();
  expect(screen.button('Sign and add')?.disabled).toBe(true);
  await write('   ');
  expect(screen.button('Sign and add')?.disabled).toBe(true);
  await write('  She called. ');
  screen.answer = () => refused('No access any more.');
  await screen.press('Sign and add');
  expect([screen.alert(), area()?.value]).toEqual(['No access any more.', '  She called. ']);
  screen.answer = () => Promise.reject(new Error('the storage is full'));
  await screen.press('Sign and add');
  expect([screen.alert(), area()?.value]).toEqual([notTakenWords, '  She called. ']);
  screen.answer = () => screen.saved();
  await screen.press('Sign and add');
  expect(screen.sent.at(-1)).toEqual(['note.addend', { appointment_id: 'a1', text: 'She called.' }]);
  expect([screen.alert(), area()?.value]).toEqual([null, '']);
});

test('what was typed under one note outlives its screen, and stands under no other', async () => {
  await add();
  await write('She called.');
  screen.leave();
  screen = new DrawnScreen();
  await add(true, 'a2');
  expect(area()?.value).toBe('');
  screen.leave();
  screen = new DrawnScreen();
  await add();
  expect(area()?.value).toBe('She called.');
});

test('addenda say by whom and when, by the clock of who reads; who cannot write sees no place for it', async () => {
  screen.device.put(addendum('More'), {
    ...addendum('Mine'),
    record: { ...addendum('Mine').record, pending: true } as never,
  });
  await add(false);
  expect(screen.text()).toContain(`Dr. Cole · ${dateAndTime('2026-11-22T03:30:00.000Z', 'America/Chicago')}`);
  expect(screen.text().split('waiting to reach the server')).toHaveLength(2);
  expect([area(), screen.buttons()]).toEqual([null, []]);
});

test('where nothing was added and nothing can be, nothing is said', async () => {
  await add(false);
  expect(screen.text()).toBe('');
});
