// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { wishIdOf, type SessionWish } from '../../../sync/collections/session-wish.ts';
import { sessionOf } from '../../../tests/support/session-of.ts';
import { ClientContext } from '../../lib/client-context.ts';
import { askedWords } from '../../model/sessions/wish-words.ts';
import { ScreenClient } from '../../testing/screen-client.ts';
import { OwnSessionActions } from './own-session-actions.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const now = '2026-11-20T09:00:00.000Z';
const session = sessionOf('a1', { zone: 'America/New_York' });
const times = [{ local_start: '2026-12-01T10:00', zone: 'UTC', start: '2026-12-01T10:00:00.000Z' }];

function wish(more: Partial<SessionWish> = {}, pending = false) {
  const body: SessionWish = {
    appointment_id: 'a1',
    asked_by: 'm',
    times,
    words: 'Any morning',
    seen_start: session.body.start,
    state: 'asked',
    modify_datetime: now,
    ...more,
  };
  return { collection: 'session_wish', record: { id: wishIdOf('a1'), scope: session.scope, body, pending } };
}

function drawn(...rows: readonly ReturnType<typeof wish>[]) {
  const device = new ScreenClient('m');
  device.put(...rows);
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  act(() =>
    root.render(
      <ClientContext value={device.client}>
        <OwnSessionActions {...{ session, now }} zone="UTC" />
      </ClientContext>,
    ),
  );
  const buttons = (): readonly HTMLButtonElement[] => [...box.querySelectorAll('button')];
  return {
    device,
    box,
    words: () => buttons().map(({ textContent }) => textContent),
    press: (words: string) =>
      act(async () =>
        buttons()
          .find(({ textContent }) => textContent === words)
          ?.click(),
      ),
    leave: () => act(() => root.unmount()),
  };
}

test('[CA-11] a session to come offers to ask for another time; what was asked stands there by both clocks, and is taken back', async () => {
  const before = drawn();
  expect(before.words()).toContain('Ask for another time');
  before.leave();
  const { device, box, words, press, leave } = drawn(wish({}, true));
  expect(box.textContent).toContain(askedWords(times, 'UTC', now));
  expect(box.textContent).toContain('New York time: ');
  expect(box.textContent).toContain('Any morning');
  expect(box.textContent).toContain('Not yet with your clinician');
  expect(words()).not.toContain('Ask for another time');
  await press('Take back');
  expect(device.changes).toEqual([{ name: 'session_wish.withdraw', args: { appointment_id: 'a1' } }]);
  leave();
});

test('[CA-11] what is with the clinician waits for nobody here; what was declined is said, and can be asked anew; of another time nothing is', () => {
  const sent = drawn(wish());
  expect(sent.box.textContent).not.toContain('Not yet with your clinician');
  sent.leave();
  const declined = drawn(wish({ state: 'declined' }));
  expect(declined.box.textContent).toContain('Your clinician keeps the time.');
  expect(declined.words()).toContain('Ask for another time');
  expect(declined.words()).not.toContain('Take back');
  declined.leave();
  const outdated = drawn(wish({ seen_start: '2026-11-21T08:00:00.000Z' }));
  expect(outdated.box.textContent).not.toContain('You asked');
  expect(outdated.words()).toContain('Ask for another time');
  outdated.leave();
});

test('[CA-11] of a session that is over nothing is even looked for', () => {
  const device = new ScreenClient('m');
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  act(() =>
    root.render(
      <ClientContext value={device.client}>
        <OwnSessionActions session={session} now={session.body.start} zone="UTC" />
      </ClientContext>,
    ),
  );
  expect(box.textContent).toBe('');
  expect(device.asked).toEqual([]);
  act(() => root.unmount());
});
