// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HeardSession, SyncStatus } from '../../../sync/client/api.ts';
import { Value } from '../../../sync/client/observable.ts';
import { blankStatus } from '../../../sync/client/status/status-board.ts';
import { sessionOf } from '../../../tests/support/session-of.ts';
import { ClientContext } from '../../lib/client-context.ts';
import type { OrchidClient } from '../../lib/model.ts';
import { ChangeOnWay } from './change-on-way.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 21, 9, minute)).toISOString();
const session = (minute: number, id = 'a') => sessionOf(id, { modify_datetime: at(minute) });
const told = (minute: number, id = 'a'): HeardSession => ({
  appointment_id: id,
  appointment_start: at(0),
  modify_datetime: at(minute),
});

function sheet() {
  const heard = new Value<readonly HeardSession[]>([]);
  const status = new Value<SyncStatus>({ ...blankStatus, syncedAt: at(0) });
  const client = { heard, status } as unknown as OrchidClient;
  const place = document.createElement('div');
  const root = createRoot(place);
  const draw = (shown = session(0)): void =>
    act(() =>
      root.render(
        <ClientContext value={client}>
          <ChangeOnWay session={shown} />
        </ClientContext>,
      ),
    );
  draw();
  return {
    draw,
    hear: (...sessions: HeardSession[]) => act(() => heard.set(sessions)),
    sync: (minute: number) => act(() => status.set({ ...blankStatus, syncedAt: at(minute) })),
    pass: (ms: number) => act(() => void vi.advanceTimersByTime(ms)),
    words: () => place.textContent,
  };
}

const words = 'A change is on its way.';

test('a newer version that the socket told of is said after a second, until it is here', () => {
  const { draw, hear, pass, words: said } = sheet();
  hear(told(5));
  pass(999);
  expect(said()).toBe('');
  pass(1);
  expect(said()).toBe(words);
  draw(session(5));
  expect(said()).toBe('');
});

test('a change that arrives within the second is never spoken of, nor one of another session or of what is here', () => {
  const { draw, hear, pass, words: said } = sheet();
  hear(told(5));
  pass(900);
  draw(session(5));
  pass(5000);
  expect(said()).toBe('');
  hear(told(9, 'b'), told(5), told(4));
  pass(5000);
  expect(said()).toBe('');
});

test('each wait is a second of its own', () => {
  const { draw, hear, pass, words: said } = sheet();
  hear(told(5));
  pass(1000);
  draw(session(5));
  hear(told(6));
  expect(said()).toBe('');
  pass(1000);
  expect(said()).toBe(words);
  draw(session(0, 'b'));
  expect(said()).toBe('');
});

test('once everything is here nothing is awaited, whatever another device’s clock said', () => {
  const { hear, pass, sync, words: said } = sheet();
  hear(told(5));
  pass(1000);
  expect(said()).toBe(words);
  sync(6);
  expect(said()).toBe('');
});
