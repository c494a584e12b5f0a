import { expect, test, vi } from 'vitest';
import { clearActivity, readActivity, writeActivity } from './activity-cookie.ts';

test('[C-379][C-381][C-651] the last activity lies in a cookie of thirty days, is written every few seconds at most, and goes with a lock', () => {
  const written: string[] = [];
  let kept = '';
  vi.stubGlobal('document', {
    get cookie() {
      return kept;
    },
    set cookie(text: string) {
      written.push(text);
      kept = /Max-Age=0;/.test(text) ? '' : (text.split(';')[0] ?? '');
    },
  });
  expect(readActivity()).toBeNull();
  writeActivity(1_000_000);
  writeActivity(1_004_000);
  expect(written).toEqual(['orchid_last_active=1000000; Max-Age=2592000; Path=/; SameSite=Lax']);
  expect(readActivity()).toBe(1_000_000);
  writeActivity(1_005_000);
  expect(readActivity()).toBe(1_005_000);
  // A clock that was set back: what was written lies ahead of it, and would count as activity for too long.
  writeActivity(900_000);
  expect(readActivity()).toBe(900_000);
  clearActivity();
  expect(readActivity()).toBeNull();
  writeActivity(1_005_001);
  expect(readActivity()).toBe(1_005_001);
});
