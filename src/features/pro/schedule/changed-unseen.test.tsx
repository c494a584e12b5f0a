// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { accountScope, practiceScope } from '../../../../sync/collections/classes.ts';
import { sessionOf } from '../../../../tests/support/session-of.ts';
import { ClientContext } from '../../../lib/client-context.ts';
import { ScreenClient } from '../../../testing/screen-client.ts';
import { BlockDetail } from './block-detail.tsx';
import { NoShowSheet } from './no-show-sheet.tsx';
import { SessionTypesPage } from './session-types-page.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { readonly children?: ReactNode }) => children,
  useNavigate: () => () => undefined,
  useParams: () => ({ intervalId: 'b1' }),
  useSearch: () => ({}),
}));

const modify_datetime = '2026-11-01T00:00:00.000Z';
const session = sessionOf('a1', {});

/** A screen over a device, and the versions that its changes name. */
function screen(content: (status: string) => ReactNode) {
  const device = new ScreenClient('pro-1');
  const bases: unknown[] = [];
  const client = new Proxy(device.client, {
    get: (known, name) =>
      name === 'mutate'
        ? async (name: string, _args: unknown, { base }: { readonly base?: unknown }) => {
            bases.push([name, base]);
            return { kind: 'saved', uid: 'u1', ids: [], requested: false };
          }
        : Reflect.get(known, name),
  });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const draw = (status: string) =>
    act(() => root.render(<ClientContext value={client}>{content(status)}</ClientContext>));
  const put = (collection: string, id: string, scope: string, body: object, stamps = {}): void =>
    act(() => device.put({ collection, record: { id, scope, body, stamps } as never }));
  put('account', 'pro-1', accountScope('pro-1'), { user_type: 'professional', practice_id: 'x', timezone: 'UTC' });
  const press = (name: string) =>
    act(async () => [...document.querySelectorAll('button')].find((one) => one.textContent === name)?.click());
  return { draw, put, press, bases, leave: () => act(() => root.unmount()) };
}

test('who did not come is said over the word that was on screen when it was asked', async () => {
  const page = screen((status) => (
    <NoShowSheet session={{ ...session, stamps: { status } }} name="Mara" onClose={() => undefined} />
  ));
  page.draw('u7');
  page.draw('u8');
  await page.press('Save');
  expect(page.bases).toEqual([['appointment.mark_no_show', { status: 'u7' }]]);
  page.leave();
});

test('a session type is removed as it was seen', async () => {
  const page = screen(() => <SessionTypesPage />);
  const body = {
    label: 'Individual',
    price_cents: 15_000,
    minutes: 50,
    kind: 'regular',
    orchid_pro_user_id: 'pro-1',
    modify_datetime,
  };
  page.put('appointment_type', 't1', practiceScope('x'), body, { label: 'l1', price_cents: 'p1', minutes: 'm1' });
  page.draw('');
  await page.press('Remove');
  expect(page.bases).toEqual([['appointment_type.save', { label: 'l1', price_cents: 'p1', minutes: 'm1', kind: '' }]]);
  page.leave();
});

test('a block is removed as it was seen', async () => {
  const page = screen(() => <BlockDetail />);
  const { local_start, zone, minutes, start, end } = session.body;
  const body = {
    local_start,
    zone,
    minutes,
    start,
    end,
    label: '',
    clinician: 'pro-1',
    practice_id: 'x',
    modify_datetime,
  };
  page.put('blocked_interval', 'b1', accountScope('pro-1'), body, { start: 's1', label: 'l1', removed: 'r1' });
  page.draw('');
  await page.press('Remove');
  expect(page.bases).toEqual([['blocked_interval.save', { start: 's1', label: 'l1' }]]);
  page.leave();
});
