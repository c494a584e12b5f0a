// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { errorTexts } from '../../../../sync/protocol/error-codes.ts';
import { sessionOf } from '../../../../tests/support/session-of.ts';
import { ClientContext } from '../../../lib/client-context.ts';
import type { Block } from '../../../model/sessions/use-blocks.ts';
import type { Session } from '../../../model/sessions/use-own-sessions.ts';
import type { Schedule } from '../../../model/sessions/use-schedule.ts';
import { ScreenClient } from '../../../testing/screen-client.ts';
import { CalendarActsContext } from './calendar-acts.ts';
import { usePlace } from './use-place.ts';
import { notTakenWords } from './words.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const stamps = { start: 's2' };
const session = { ...sessionOf('a1', {}), stamps };
const { clinician: _whose, ...time } = session.body;
const block = {
  ...session,
  id: 'b1',
  body: { ...time, label: '', clinician: 'pro-1', practice_id: 'p1' },
} as unknown as Block;
const span = { date: '2026-11-24', minute: 600, minutes: 50 };

/** A calendar in UTC; what it sends, asks about and tells. `answer`: null where the device takes nothing. */
function calendar(
  answer: object | null = { kind: 'saved', uid: 'u1', ids: [], requested: false },
  beside: { readonly sessions?: readonly Session[]; readonly blocks?: readonly Block[] } = {},
) {
  const sent: unknown[] = [];
  const [asked, told]: [unknown[], string[]] = [[], []];
  const client = new Proxy(new ScreenClient('pro-1').client, {
    get: (known, name) =>
      name === 'mutate'
        ? async (name: string, _args: unknown, { base }: { readonly base: unknown }) => {
            sent.push([name, base]);
            if (answer === null) throw new Error('the storage is full');
            return answer;
          }
        : Reflect.get(known, name),
  });
  const acts = {
    book: null,
    block: null,
    edit: (...said: unknown[]) => void asked.push(said),
    editBlock: (one: Block) => void asked.push(one),
    tell: ({ words }: { readonly words: string }) => void told.push(words),
  };
  const schedule = {
    zone: 'UTC',
    everybodys: [session, ...(beside.sessions ?? [])],
    nameOf: () => 'Mara',
  } as unknown as Schedule;
  const places: ReturnType<typeof usePlace>[] = [];
  function Probe(): null {
    places.push(usePlace(schedule, beside.blocks ?? []));
    return null;
  }
  const root = createRoot(document.createElement('div'));
  act(() =>
    root.render(
      <ClientContext value={client}>
        <CalendarActsContext value={acts}>
          <Probe />
        </CalendarActsContext>
      </ClientContext>,
    ),
  );
  const [place] = places;
  if (!place) throw new Error('nothing was drawn');
  return { place, sent, asked, told, leave: () => act(() => root.unmount()) };
}

test('what was changed since it was taken is not put down: the words of the refusal are told', async () => {
  const page = calendar();
  await act(async () => page.place.placeSession(session, span, 's1'));
  await act(async () => page.place.placeBlock(block, span, 's1'));
  expect(page).toMatchObject({
    sent: [],
    asked: [],
    told: [errorTexts.changed_meanwhile, errorTexts.changed_meanwhile],
  });
  page.leave();
});

test('what was taken is put down over the version that was taken, and a refusal is told', async () => {
  const page = calendar({ kind: 'rejected', code: 'changed_meanwhile', message: 'Changed elsewhere.' });
  await act(async () => page.place.placeSession(session, span, 's2'));
  await act(async () => page.place.placeBlock(block, span, 's2'));
  expect(page.sent).toEqual([
    ['appointment.edit', { start: 's2' }],
    ['blocked_interval.save', { start: 's2' }],
  ]);
  expect(page.told).toEqual(['Changed elsewhere.', 'Changed elsewhere.']);
  page.leave();
});

test('what the device does not take is told: it lies where it was', async () => {
  const page = calendar(null);
  await act(async () => page.place.placeSession(session, span, 's2'));
  await act(async () => page.place.placeBlock(block, span, 's2'));
  expect(page.told).toEqual([notTakenWords, notTakenWords]);
  page.leave();
});

test('a moment that the clock of its own zone says twice is asked about, and not saved by hand', async () => {
  const page = calendar();
  const elsewhere = {
    ...session,
    body: { ...session.body, zone: 'America/New_York', local_start: '2026-11-21T04:00' },
  };
  await act(async () => page.place.placeSession(elsewhere, { date: '2026-11-01', minute: 390, minutes: 50 }, 's2'));
  expect(page.sent).toEqual([]);
  expect(page.asked).toMatchObject([[{ id: 'a1' }, 'Mara', { local_start: '2026-11-01T01:30' }]]);
  page.leave();
});

/** Where `span` lies. */
const then = { start: '2026-11-24T10:00:00.000Z', end: '2026-11-24T10:50:00.000Z' };
const of = (clinician: string, at: object = then) =>
  ({ ...sessionOf(`of ${clinician}`, at), body: { ...session.body, ...at, clinician } }) as Session;
const blocked = { ...block, id: 'b2', body: { ...block.body, ...then } };

test('what takes the time of whoever holds the session is asked about first; another one’s is nothing to it', async () => {
  const { clinician } = session.body;
  const taken = calendar(undefined, { sessions: [of(clinician)] });
  await act(async () => taken.place.placeSession(session, span, 's2'));
  expect([taken.sent, taken.asked.length]).toEqual([[], 1]);
  taken.leave();
  const free = calendar(undefined, {
    sessions: [of('somebody else'), of(clinician, { start: then.end, end: '2026-11-24T11:40:00.000Z' })],
  });
  await act(async () => free.place.placeSession(session, span, 's2'));
  expect([free.sent.length, free.asked]).toEqual([1, []]);
  free.leave();
});

test('one’s own blocked time stands against one’s own sessions, and not against a colleague’s', async () => {
  for (const [clinician, isAsked] of [
    ['pro-1', true],
    ['somebody else', false],
  ] as const) {
    const page = calendar(undefined, { blocks: [blocked] });
    await act(async () => page.place.placeSession({ ...session, body: { ...session.body, clinician } }, span, 's2'));
    expect([page.sent.length, page.asked.length]).toEqual(isAsked ? [0, 1] : [1, 0]);
    page.leave();
  }
});
