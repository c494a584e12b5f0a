// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test } from 'vitest';
import { renderHook } from '../testing/render-hook.tsx';
import { ScreenClient } from '../testing/screen-client.ts';
import { notTakenWords, useChange } from './use-change.ts';

test('where saving throws, it is said, and the button can be pressed again', async () => {
  const device = new ScreenClient();
  let isBroken = true;
  let saved = 0;
  const client = new Proxy(device.client, {
    get: (known, name) =>
      name === 'mutate' && isBroken
        ? async () => {
            throw new Error('the storage is full');
          }
        : Reflect.get(known, name),
  });
  const hook = renderHook(() => useChange(() => void (saved += 1)), { client, props: undefined });
  const run = () => act(() => hook.last().run('chart.archive', { chart_id: 'c1' }));
  await run();
  expect([hook.last().busy, hook.last().failure, saved]).toEqual([false, notTakenWords, 0]);
  isBroken = false;
  await run();
  expect([hook.last().busy, hook.last().failure, saved]).toEqual([false, null, 1]);
  hook.leave();
});
