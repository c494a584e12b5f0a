// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderHook } from '../testing/render-hook.tsx';
import { ScreenClient } from '../testing/screen-client.ts';
import { useOfflineReady } from './offline-ready.ts';

const { client } = new ScreenClient();
const draw = () => renderHook(() => ({ ready: useOfflineReady() }), { client, props: undefined });

/** The container of a page, which a service worker may take over. */
class Container extends EventTarget {
  controller: object | null = null;
  heard = 0;

  override addEventListener(type: string, listener: EventListener): void {
    if (type === 'controllerchange') this.heard += 1;
    super.addEventListener(type, listener);
  }

  override removeEventListener(type: string, listener: EventListener): void {
    if (type === 'controllerchange') this.heard -= 1;
    super.removeEventListener(type, listener);
  }
}

beforeEach(() => vi.stubEnv('DEV', false));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

test('a page opens here without a network once its service worker has taken it over, and it hears of that', () => {
  const serviceWorker = new Container();
  vi.stubGlobal('navigator', { serviceWorker });
  const hook = draw();
  expect(hook.last()).toEqual({ ready: false });
  act(() => {
    serviceWorker.controller = {};
    serviceWorker.dispatchEvent(new Event('controllerchange'));
  });
  expect(hook.last()).toEqual({ ready: true });
  hook.leave();
  expect(serviceWorker.heard).toBe(0);
});

test('never in a browser that keeps nothing, and always while developing', () => {
  vi.stubGlobal('navigator', {});
  const hook = draw();
  expect(hook.last()).toEqual({ ready: false });
  hook.leave();
  vi.stubEnv('DEV', true);
  const developing = draw();
  expect(developing.last()).toEqual({ ready: true });
  developing.leave();
});
