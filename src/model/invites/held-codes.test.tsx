// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderHook } from '../../testing/render-hook.tsx';
import { ScreenClient } from '../../testing/screen-client.ts';
import { noCodes } from './brought-codes.ts';
import { holdCodes, takeCodes, useHeldCodes } from './held-codes.ts';

const token = 'A'.repeat(43);
const other = 'B'.repeat(43);
const { client } = new ScreenClient();
const draw = () => renderHook(() => useHeldCodes(), { client, props: undefined });
const shown = () => location.href.slice(location.origin.length);
const open = (address: string): void => history.replaceState({ kept: 1 }, '', address);

/** What was begun to be listened to, so that a test leaves no listener behind. */
const begun: [string, EventListener][] = [];

beforeEach(() => {
  open('/');
  const add = globalThis.addEventListener.bind(globalThis);
  vi.spyOn(globalThis, 'addEventListener').mockImplementation((type: string, listener: unknown) => {
    begun.push([type, listener as EventListener]);
    add(type, listener as EventListener);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const [type, listener] of begun.splice(0)) globalThis.removeEventListener(type, listener);
  holdCodes(noCodes);
  open('/');
});

test('codes leave the address at once, with no step behind in the history, and are known to whoever asks', () => {
  open(`/join?a=1&link#${token}`);
  const pushed = vi.spyOn(history, 'pushState');
  takeCodes();
  expect(shown()).toBe('/join?a=1');
  expect(history.state).toEqual({ kept: 1 });
  expect(pushed).not.toHaveBeenCalled();
  const hook = draw();
  expect(hook.all[0]).toEqual({ ...noCodes, chart: token });
  hook.leave();
});

test('an address that brings none stays as it is, and takes nothing away that was brought before', () => {
  holdCodes({ ...noCodes, channel: 'ABC' });
  open('/member-register#main');
  takeCodes();
  expect(shown()).toBe('/member-register#main');
  const hook = draw();
  expect(hook.last()).toEqual({ ...noCodes, channel: 'ABC' });
  hook.leave();
});

test('a link that is opened in a tab which stands there is taken as well, and drawn', () => {
  takeCodes();
  const hook = draw();
  expect(hook.last()).toEqual(noCodes);
  act(() => {
    open(`/member-register#${other}`);
    globalThis.dispatchEvent(new Event('hashchange'));
  });
  expect(hook.last()).toEqual({ ...noCodes, chart: other });
  expect(shown()).toBe('/member-register');
  hook.leave();
});

test('what is held anew is drawn everywhere, and by nobody who has left', () => {
  const added = vi.spyOn(Set.prototype, 'add');
  const [one, two] = [draw(), draw()];
  const at = added.mock.calls.findLastIndex(([listener]) => typeof listener === 'function');
  const listeners = added.mock.contexts[at] as Set<unknown>;
  const listener: unknown = added.mock.calls[at]?.[0];
  expect(listeners.has(listener)).toBe(true);
  act(() => holdCodes({ ...noCodes, chart: 'X', dob: '1990-01-02' }));
  expect([one.last().dob, two.last().dob]).toEqual(['1990-01-02', '1990-01-02']);
  two.leave();
  expect(listeners.has(listener)).toBe(false);
  const drawn = two.all.length;
  act(() => holdCodes(noCodes));
  expect(one.last()).toBe(noCodes);
  expect(two.all).toHaveLength(drawn);
  one.leave();
});
