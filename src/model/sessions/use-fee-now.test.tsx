// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { appointmentBodyOf } from '../../../sync/testing/builders.ts';
import { renderHook } from '../../testing/render-hook.tsx';
import { ScreenClient } from '../../testing/screen-client.ts';
import { useFeeNow } from './use-fee-now.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const session = appointmentBodyOf({
  local_start: '2026-11-22T08:00',
  start: '2026-11-22T08:00:00.000Z',
  end: '2026-11-22T08:50:00.000Z',
  late: { hours: 24, fee: { kind: 'flat', cents: 5000 } },
});

test('[CA-6] a session that becomes late while one reads is not cancelled at a price that nobody saw', () => {
  vi.setSystemTime('2026-11-21T07:59:59.000Z');
  const shown = renderHook(() => useFeeNow(session), { client: new ScreenClient().client, props: null });
  expect(shown.last()).toMatchObject({ cents: 0, hasChanged: false });
  let isHeld = shown.last().hold();
  expect(isHeld).toBe(false);
  vi.setSystemTime('2026-11-21T08:00:01.000Z');
  act(() => void (isHeld = shown.last().hold()));
  expect(isHeld).toBe(true);
  expect(shown.last()).toMatchObject({ cents: 5000, hasChanged: true });
  expect(shown.last().hold()).toBe(false);
  shown.leave();
});
