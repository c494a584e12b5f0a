import { beforeEach, expect, test, vi } from 'vitest';
import { rememberAfterRegister, takeAfterRegister } from './after-register.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

test('[C-363, C-366] the saved path is read once; without one it is the home page', () => {
  rememberAfterRegister('/member-dashboard/sessions');
  expect(takeAfterRegister()).toBe('/member-dashboard/sessions');
  expect(kept.has('redirect_after_register')).toBe(false);
  expect(takeAfterRegister()).toBe('/member-dashboard/homepage');
});

test('[C-365, C-367] a registration is never where it leads, whoever put it there, and no other site is', () => {
  for (const path of [
    '/member-register',
    '/member-register?x=1',
    '/x/member-intake-form',
    '//evil.example/x',
    'https://evil.example',
  ]) {
    rememberAfterRegister(path);
    expect(kept.size).toBe(0);
    kept.set('redirect_after_register', path);
    expect(takeAfterRegister()).toBe('/member-dashboard/homepage');
  }
});
