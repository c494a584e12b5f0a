// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ClientContext } from '../../../lib/client-context.ts';
import { AttentionClient, refusedWithWords } from '../../../testing/attention-client.ts';
import { quiet } from '../../../testing/quiet.ts';
import type { Again } from './booking-refusals.ts';
import { RefusedBookings } from './refused-bookings.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-24T16:00:00.000Z'), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

async function drawn() {
  const device = new AttentionClient(refusedWithWords);
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  const taken: Again[] = [];
  await act(async () => {
    root.render(
      <ClientContext value={device.client}>
        <RefusedBookings onAgain={(again) => taken.push(again)} />
      </ClientContext>,
    );
    await quiet();
  });
  const press = async (words: RegExp): Promise<void> => {
    await act(async () => {
      [...box.querySelectorAll('button')].find((one) => words.test(one.textContent ?? ''))?.click();
      await quiet();
    });
  };
  return { device, box, press, taken, leave: () => act(() => root.unmount()) };
}

test('[CA-13] one tap on a free time says the office and the place of the new session', async () => {
  const { device, box, press, leave } = await drawn();
  await press(/\d:\d\d/);
  expect(device.changes.map(([name]) => name)).toEqual(['appointment.book', 'session_office.say', 'session_place.say']);
  expect([device.left, box.textContent]).toEqual([[], '']);
  leave();
});

test('what was said with it stands in the form in which it is looked at again', async () => {
  const { device, press, taken, leave } = await drawn();
  await press(/^Another time$/);
  expect(taken[0]?.said).toMatchObject({
    office_location_id: 'oak',
    client_state: 'WA',
    license_reason: 'A week with her sister',
  });
  expect(device.left).toHaveLength(3);
  leave();
});

test('one that is not booked takes along what was said with it', async () => {
  const { device, press, leave } = await drawn();
  await press(/^Do not book it$/);
  expect([device.left, device.changes]).toEqual([[], []]);
  leave();
});
