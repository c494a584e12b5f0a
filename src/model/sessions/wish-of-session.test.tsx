// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import type { AttentionItem, SeenRecord } from '../../../sync/client/api.ts';
import { accountScope, chartScope } from '../../../sync/collections/classes.ts';
import { wishIdOf, type SessionWish } from '../../../sync/collections/session-wish.ts';
import { sessionOf } from '../../../tests/support/session-of.ts';
import { ClientContext } from '../../lib/client-context.ts';
import { ScreenClient } from '../../testing/screen-client.ts';
import { WishOfSession } from './wish-of-session.tsx';
import { clockThere, wishedTimeWords } from './wish-words.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const now = '2099-01-01T09:00:00.000Z';
const at = (day: string, clock: string): string => `2099-01-${day}T${clock}:00.000Z`;
const asked = (day: string, clock: string) => ({
  local_start: `2099-01-${day}T${clock}`,
  zone: 'UTC',
  start: at(day, clock),
});
const held = (id: string, day: string, clock: string, ends: string) => ({
  ...sessionOf(id, {
    clinician: 'pro-1',
    local_start: `2099-01-${day}T${clock}`,
    start: at(day, clock),
    end: at(day, ends),
  }),
  scope: chartScope('c'),
  stamps: { start: 'v7' },
});
const session = held('a1', '05', '09:00', '09:50');
const me = {
  collection: 'account',
  record: {
    id: 'pro-1',
    scope: accountScope('pro-1'),
    body: {
      user_type: 'orchid_pro',
      first_name: 'A',
      last_name: 'B',
      display_name: 'A. B',
      timezone: 'UTC',
      modify_datetime: now,
    },
  },
};
const treats = {
  collection: 'membership',
  record: {
    id: 'm1',
    scope: chartScope('c'),
    body: { account: 'pro-1', account_name: 'A. B', role: 'treating', from: '2026-01-01T00:00:00.000Z', access: 'own' },
  },
};
const card = {
  collection: 'client_card',
  record: {
    id: 'c',
    scope: chartScope('c'),
    body: { first_name: 'Rosa', last_name: 'Test', timezone: 'UTC', practice_id: 'x' },
  },
};

function wish(more: Partial<SessionWish> = {}) {
  const body: SessionWish = {
    appointment_id: 'a1',
    asked_by: 'm',
    times: [asked('06', '10:00'), asked('07', '10:00')],
    words: 'School starts later then',
    seen_start: session.body.start,
    state: 'asked',
    modify_datetime: now,
    ...more,
  };
  return {
    collection: 'session_wish',
    record: { id: wishIdOf('a1'), scope: chartScope('c'), stamps: { state: 'v3' }, body },
  };
}

type PutRows = readonly {
  readonly collection: string;
  readonly record: Pick<SeenRecord, 'id' | 'scope' | 'body'>;
}[];

async function drawn(rows: PutRows, items: readonly Partial<AttentionItem>[] = []) {
  const device = new ScreenClient('pro-1');
  device.put(me, treats, card, { collection: 'appointment', record: session }, ...rows);
  const said: string[] = [];
  const bases: unknown[] = [];
  const client = Object.assign(
    { ...device.client },
    {
      attention: async () => items as readonly AttentionItem[],
      watchWork: () => () => undefined,
      mutate: async (name: string, args: unknown, options: { readonly base?: unknown }) => {
        device.changes.push({ name, args });
        bases.push(options.base);
        return { kind: 'saved', uid: 'u1', ids: [], requested: false };
      },
    },
  ) as typeof device.client;
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  await act(async () =>
    root.render(
      <ClientContext value={client}>
        <WishOfSession {...{ session, now }} name="Rosa Test" onDone={(words) => said.push(words)} />
      </ClientContext>,
    ),
  );
  const buttons = (): readonly HTMLButtonElement[] => [...box.querySelectorAll('button')];
  return {
    device,
    box,
    said,
    bases,
    buttons,
    press: (words: string) =>
      act(async () =>
        buttons()
          .find(({ textContent }) => textContent === words)
          ?.click(),
      ),
    leave: () => act(() => root.unmount()),
  };
}

const label = (day: string, clock: string, standing: string): string =>
  `${wishedTimeWords(at(day, clock), 'UTC', now)}, ${standing}`;

test('[CA-11] a wish says whose it is, each time as it is known here and the words; one tap moves the session over what is on screen', async () => {
  const other = { collection: 'appointment', record: held('other', '06', '10:30', '11:20') };
  const { device, box, said, bases, buttons, press, leave } = await drawn([wish(), other]);
  expect(box.textContent).toContain('Rosa Test asks for another time');
  expect(box.textContent).toContain('School starts later then');
  const taken = buttons().find(({ textContent }) => textContent === label('06', '10:00', 'taken'));
  expect(taken?.disabled).toBe(true);
  await press(label('07', '10:00', 'free'));
  expect(device.changes).toEqual([
    { name: 'session_wish.answer', args: { appointment_id: 'a1', answer: 'take', ...asked('07', '10:00') } },
  ]);
  expect(bases).toEqual([{ state: 'v3', start: 'v7' }]);
  expect(said).toEqual([`Rosa Test: now ${wishedTimeWords(at('07', '10:00'), 'UTC', now)}. Saved on this device.`]);
  leave();
});

test('[CA-11] a blocked time says so, and is taken over what is blocked there; the time is kept in one tap', async () => {
  const block = {
    collection: 'blocked_interval',
    record: {
      id: 'b1',
      scope: accountScope('pro-1'),
      body: { clinician: 'pro-1', start: at('06', '08:00'), end: at('06', '12:00'), label: '', zone: 'UTC' },
    },
  };
  const { device, box, press, leave } = await drawn([wish(), block]);
  expect(box.textContent).toContain('You take a blocked time over what is blocked there.');
  await press(label('06', '10:00', 'blocked'));
  await press('Keep the time');
  expect(device.changes.map(({ args }) => args)).toEqual([
    { appointment_id: 'a1', answer: 'take', ...asked('06', '10:00'), force_book_over_blocked: true },
    { appointment_id: 'a1', answer: 'decline' },
  ]);
  leave();
});

test.each([
  ['was answered', { state: 'declined' }],
  ['is of another time', { seen_start: at('05', '08:00') }],
] as const)('[CA-11] nothing is said of one that %s', async (_what, more) => {
  const { box, leave } = await drawn([wish(more)]);
  expect(box.textContent).toBe('');
  leave();
});

test('[CA-11] that an answer was refused is said where it was given', async () => {
  const refused = { name: 'session_wish.answer', message: 'That time was taken.', uid: 'u1' };
  const { box, leave } = await drawn(
    [wish()],
    [
      { ...refused, args: { appointment_id: 'a1' } },
      { ...refused, args: { appointment_id: 'a2' }, message: 'Of another session.' },
    ],
  );
  expect(box.textContent).toContain('Your answer was refusedThat time was taken.');
  expect(box.textContent).not.toContain('Of another session.');
  leave();
});

test('[CA-11] who asks from another zone is told by both clocks', async () => {
  const there = { local_start: '2099-01-06T05:00', zone: 'America/New_York', start: at('06', '10:00') };
  const { buttons, box, leave } = await drawn([wish({ times: [there] })]);
  expect(buttons().map(({ textContent }) => textContent)).toContain(label('06', '10:00', 'free'));
  expect(box.textContent).toContain(clockThere(there.start, there.zone, 'UTC', now));
  leave();
});
