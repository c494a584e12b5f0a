// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { ClientContext } from '../../../lib/client-context.ts';
import { ScreenClient } from '../../../testing/screen-client.ts';
import { unsavedTexts } from '../../../lib/flush.ts';
import { WhereClient } from './where-client.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

interface Said {
  readonly state: string;
  readonly reason?: string;
  readonly stamp: string;
}

afterEach(() => unsavedTexts.left().forEach((one) => one.letGo()));

/** The part of a page that asks it, over a device that takes a word said over the version that is there, and no other. */
function opened(first: Said) {
  const device = new ScreenClient('pro-1');
  const bases: string[] = [];
  let stamp = '';
  const put = ({ state, reason, stamp: now }: Said): void => {
    stamp = now;
    const body = { appointment_id: 'a1', client_state: state, ...(reason ? { license_reason: reason } : {}) };
    const record = { id: 'place.a1', scope: 'chart:c1', body, stamps: { client_state: now } };
    act(() => device.put({ collection: 'session_place', record }));
  };
  const client = new Proxy(device.client, {
    get: (known, name) =>
      name === 'mutate'
        ? async (_name: string, _args: unknown, { base }: { readonly base: { readonly client_state: string } }) => {
            bases.push(base.client_state);
            return base.client_state === stamp
              ? { kind: 'saved', uid: 'mine', ids: [], requested: false }
              : { kind: 'rejected', code: 'changed_meanwhile', message: 'Changed meanwhile.' };
          }
        : Reflect.get(known, name),
  });
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  put(first);
  act(() =>
    root.render(
      <ClientContext value={client}>
        <WhereClient appointmentId="a1" day="2026-11-24" isOwn={false} />
      </ClientContext>,
    ),
  );
  const button = (name: string) => [...box.querySelectorAll('button')].find((one) => one.textContent === name);
  return {
    put,
    bases,
    text: () => box.textContent,
    button,
    press: (name: string) => act(async () => button(name)?.click()),
    choose: (state: string) =>
      act(async () => {
        const field = box.querySelector('select');
        if (!field) throw new Error('no field');
        Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(field, state);
        field.dispatchEvent(new Event('change', { bubbles: true }));
      }),
    chosen: () => box.querySelector('select')?.value,
    leave: () => act(() => root.unmount()),
  };
}

test('a draft that was begun over another word is refused until one has looked; the other word stands beside it', async () => {
  const page = opened({ state: 'NV', stamp: 'u1' });
  await page.choose('CA');
  page.put({ state: 'OR', reason: 'Visits her mother.', stamp: 'u2' });
  expect(page.chosen()).toBe('CA');
  await page.press('Save');
  expect(page.text()).toContain('Changed meanwhile.');
  expect(page.text()).not.toContain('Visits her mother.');
  await page.press('See what is there now');
  expect(page.text()).toContain('Oregon: Visits her mother.');
  expect(page.chosen()).toBe('CA');
  await page.press('Save');
  expect(page.bases).toEqual(['u1', 'u2']);
  page.leave();
});

test('a word that comes after one has looked is looked at anew', async () => {
  const page = opened({ state: 'NV', stamp: 'u3' });
  await page.choose('CA');
  page.put({ state: 'OR', stamp: 'u4' });
  await page.press('See what is there now');
  page.put({ state: 'WA', stamp: 'u5' });
  await page.press('Save');
  expect(page.bases).toEqual(['u4']);
  expect(page.button('See what is there now')).toBeDefined();
  page.leave();
});

test('another word that comes while nothing is typed is shown at once', () => {
  const page = opened({ state: 'NV', stamp: 'u8' });
  page.put({ state: 'OR', stamp: 'u9' });
  expect(page.chosen()).toBe('OR');
  expect(page.button('See what is there now')).toBeUndefined();
  page.leave();
});

test('one’s own word, once it is saved, is no other one’s', async () => {
  const page = opened({ state: 'NV', stamp: 'u6' });
  await page.choose('CA');
  page.put({ state: 'CA', stamp: 'mine' });
  expect(page.button('See what is there now')).toBeUndefined();
  await page.choose('OR');
  await page.press('Save');
  expect(page.bases).toEqual(['mine']);
  page.leave();
});

test('[CA-12] what is said of its series is shown, until this session says its own', async () => {
  const device = new ScreenClient('pro-1');
  const put = (collection: string, id: string, body: object, stamp: string): void =>
    act(() =>
      device.put({
        collection,
        record: { id: `place.${id}`, scope: 'chart:c1', body, stamps: { client_state: stamp } } as never,
      }),
    );
  put(
    'series_place',
    's1',
    { series_id: 's1', client_state: 'WA', license_reason: 'PSYPACT', said_by: 'pro-1' },
    'u10',
  );
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  act(() =>
    root.render(
      <ClientContext value={device.client}>
        <WhereClient appointmentId="a1" seriesId="s1" day="2026-11-24" isOwn />
      </ClientContext>,
    ),
  );
  const chosen = () => [box.querySelector('select')?.value, box.querySelector('input')?.value];
  expect(chosen()).toEqual(['WA', 'PSYPACT']);
  expect(box.textContent).toContain('No license for Washington');
  expect(box.textContent).toContain('As said for the series.');
  // Another word of the series is shown as it is now.
  put(
    'series_place',
    's1',
    { series_id: 's1', client_state: 'ID', license_reason: 'A week away', said_by: 'pro-1' },
    'u11',
  );
  expect(chosen()).toEqual(['ID', 'A week away']);
  put('session_place', 'a1', { appointment_id: 'a1', client_state: 'OR', license_reason: 'Visits' }, 'u12');
  expect(chosen()).toEqual(['OR', 'Visits']);
  expect(box.textContent).toContain('Saved on this device.');
  // From then on the series says nothing of it.
  put('series_place', 's1', { series_id: 's1', client_state: 'NV' }, 'u13');
  expect(chosen()).toEqual(['OR', 'Visits']);
  act(() => root.unmount());
});
