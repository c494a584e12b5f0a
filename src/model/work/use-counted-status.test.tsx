// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test } from 'vitest';
import { AttentionClient, refusedWithWords } from '../../testing/attention-client.ts';
import { renderHook } from '../../testing/render-hook.tsx';
import { useCountedStatus } from './use-counted-status.ts';

const settled = () => act(() => new Promise((resolve) => setTimeout(resolve)));

test('a refused booking counts once with what was said with it; what waits by itself counts for itself', async () => {
  const [booking, ...words] = refusedWithWords;
  if (!booking) throw new Error('there is a booking');
  const other = { ...booking, uid: 'other', name: 'note.edit' };
  const device = new AttentionClient([booking, ...words, other]);
  const hook = renderHook(() => useCountedStatus(), { client: device.client, props: null });
  await settled();
  expect(hook.last()).toEqual({ ...device.status.get(), attention: 2 });
  await act(() => device.client.dismiss('other'));
  await settled();
  expect(hook.last().attention).toBe(1);
  // Whose booking has gone is a work of its own.
  await act(() => device.client.dismiss('b1'));
  await settled();
  expect(hook.last().attention).toBe(2);
  for (const { uid } of words) await act(() => device.client.dismiss(uid));
  expect(hook.last()).toBe(device.status.get());
  hook.leave();
});
