// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { sessionOf } from '../../../../tests/support/session-of.ts';
import { ClientContext } from '../../../lib/client-context.ts';
import { ScreenClient } from '../../../testing/screen-client.ts';
import { NoShowSheet } from './no-show-sheet.tsx';
import { notTakenWords } from './words.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

test('where saving throws, it is said, and can be tried again', async () => {
  const device = new ScreenClient();
  let isBroken = true;
  let closed = 0;
  const client = new Proxy(device.client, {
    get: (known, name) =>
      name === 'mutate' && isBroken
        ? async () => {
            throw new Error('the storage is full');
          }
        : Reflect.get(known, name),
  });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  act(() =>
    root.render(
      <ClientContext value={client}>
        <NoShowSheet session={sessionOf('a1', {})} name="Mara" onClose={() => void (closed += 1)} />
      </ClientContext>,
    ),
  );
  const save = () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Save');
  await act(async () => save()?.click());
  expect(document.querySelector('[role="alert"]')?.textContent).toContain(notTakenWords);
  expect([save()?.disabled, closed]).toEqual([false, 0]);
  isBroken = false;
  await act(async () => save()?.click());
  expect([device.changes.map(({ name }) => name), closed]).toEqual([['appointment.mark_no_show'], 1]);
  act(() => root.unmount());
});
