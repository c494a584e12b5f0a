// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderHook } from '../testing/render-hook.tsx';
import { ScreenClient } from '../testing/screen-client.ts';
import { useLinkToken } from './link-token.ts';

const token = 'A'.repeat(42) + '_';
const other = 'B'.repeat(43);

/** How an address looks to whoever reads the bar, the history, or the screen that is shared. */
const shown = () => location.href.slice(location.origin.length);
const open = (address: string): void => history.replaceState({ kept: 1 }, '', address);
const { client } = new ScreenClient();
const draw = (form?: RegExp) =>
  renderHook((use: RegExp | undefined) => ({ token: useLinkToken(use) }), { client, props: form });
const go = (hash: string) =>
  act(() => {
    open(`/reset-password${hash}`);
    globalThis.dispatchEvent(new Event('hashchange'));
  });

beforeEach(() => open('/reset-password'));
afterEach(() => {
  vi.restoreAllMocks();
  open('/');
});

test('what a mailed link carries is taken out of the address before anything is drawn, and leaves no step behind in the history', () => {
  open(`/reset-password?link#${token}`);
  const pushed = vi.spyOn(history, 'pushState');
  const hook = draw();
  expect(hook.all[0]).toEqual({ token });
  expect(shown()).toBe('/reset-password');
  expect(history.state).toEqual({ kept: 1 });
  expect(pushed).not.toHaveBeenCalled();
  // Drawn again, it is still known.
  hook.draw(undefined);
  expect(hook.last()).toEqual({ token });
  hook.leave();
});

test.each(['', `#${'A'.repeat(42)}`, `#${'A'.repeat(44)}`, '#main', `#x${token}`, `#${'A'.repeat(42)}.`])(
  'an address that ends in “%s” carries none, and stays as it is',
  (hash) => {
    open(`/reset-password${hash}`);
    const hook = draw();
    expect(hook.last()).toEqual({ token: null });
    expect(shown()).toBe(`/reset-password${hash}`);
    hook.leave();
  },
);

test('a link that is opened in the same tab counts instead of the one before; what is no link changes nothing', () => {
  open(`/reset-password#${token}`);
  const hook = draw();
  go('#main');
  expect(hook.last()).toEqual({ token });
  go(`#${other}`);
  expect(hook.last()).toEqual({ token: other });
  expect(shown()).toBe('/reset-password');
  hook.leave();
});

test('a page that is gone takes no token any more', () => {
  const hook = draw();
  hook.leave();
  open(`/reset-password#${token}`);
  globalThis.dispatchEvent(new Event('hashchange'));
  expect(shown()).toBe(`/reset-password#${token}`);
});

test('a page with a form of its own takes that, and no other', () => {
  const form = /^#mail=([a-z]+)$/;
  open('/restore#mail=abc');
  const hook = draw(form);
  expect(hook.last()).toEqual({ token: 'abc' });
  go(`#${token}`);
  expect(hook.last()).toEqual({ token: 'abc' });
  go('#mail=xyz');
  expect(hook.last()).toEqual({ token: 'xyz' });
  hook.leave();
});
