// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { accountScope, practiceScope } from '../../../../sync/collections/classes.ts';
import { sessionOf } from '../../../../tests/support/session-of.ts';
import { ClientContext } from '../../../lib/client-context.ts';
import { unsavedTexts } from '../../../lib/flush.ts';
import { ScreenClient } from '../../../testing/screen-client.ts';
import { BlockSheet } from './block-sheet.tsx';
import { CalendarActsContext, type Done } from './calendar-acts.ts';
import { EditSessionSheet } from './edit-session-sheet.tsx';
import { SessionTypeSheet } from './session-type-sheet.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
afterEach(() => unsavedTexts.left().forEach((one) => one.letGo()));

/** A sheet that was opened over one version of something; the device takes what is said over the version `current`, and no other. */
function sheet(content: ReactNode, current: string) {
  const device = new ScreenClient('pro-1');
  const sent: unknown[] = [];
  const client = new Proxy(device.client, {
    get: (known, name) =>
      name === 'mutate'
        ? async (_name: string, args: object, { base = {} }: { readonly base?: Readonly<Record<string, string>> }) => {
            sent.push([args, base]);
            return Object.values(base).every((stamp) => stamp === current)
              ? { kind: 'saved', uid: 'u1', ids: [], requested: false }
              : { kind: 'rejected', code: 'changed_meanwhile', message: 'Changed meanwhile.' };
          }
        : Reflect.get(known, name),
  });
  const put = (collection: string, id: string, scope: string, body: object, stamps = {}): void =>
    act(() => device.put({ collection, record: { id, scope, body, stamps } as never }));
  put('account', 'pro-1', accountScope('pro-1'), { user_type: 'professional', practice_id: 'x', timezone: 'UTC' });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  act(() => root.render(<ClientContext value={client}>{content}</ClientContext>));
  const field = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`);
  return {
    put,
    sent,
    says: (name: string) => field(name)?.value,
    type: (name: string, text: string) =>
      act(async () => {
        const input = field(name);
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
        input?.dispatchEvent(new Event('input', { bubbles: true }));
      }),
    press: (name: string) =>
      act(async () => [...document.querySelectorAll('button')].find((one) => one.textContent === name)?.click()),
    text: () => document.body.textContent,
    leave: () => act(() => root.unmount()),
  };
}

test('a session that a colleague moved stays where it is now, and only what was typed is written over it', async () => {
  const session = { ...sessionOf('a1', { clinician: 'pro-1' }), stamps: { start: 's1' } };
  const page = sheet(<EditSessionSheet session={session} name="Mara" onClose={() => undefined} />, 's2');
  await page.type('minutes', '60');
  const moved = { local_start: '2026-11-23T14:00', start: '2026-11-23T14:00:00.000Z', end: '2026-11-23T14:50:00.000Z' };
  page.put('appointment', 'a1', session.scope, { ...session.body, ...moved }, { start: 's2' });
  await page.press('Save');
  await page.press('See what is there now');
  expect([page.says('date'), page.says('time'), page.says('minutes')]).toEqual(['2026-11-23', '14:00', '60']);
  await page.press('Save');
  expect(page.sent).toEqual([
    [{ appointment_id: 'a1', minutes: 60 }, { start: 's1' }],
    [{ appointment_id: 'a1', minutes: 60 }, { start: 's2' }],
  ]);
  page.leave();
});

test('a block that was changed on another device can be changed after one has looked', async () => {
  const { local_start, zone, minutes, start, end, modify_datetime } = sessionOf('a1', {}).body;
  const time = { local_start, zone, minutes, start, end };
  const body = { ...time, label: 'Lunch', clinician: 'pro-1', practice_id: 'x', modify_datetime };
  const block = { ...sessionOf('b1', {}), body, stamps: { label: 's1' } };
  const page = sheet(<BlockSheet block={block} onClose={() => undefined} />, 's2');
  await page.type('label', 'Errands');
  page.put('blocked_interval', 'b1', accountScope('pro-1'), { ...body, label: 'Meeting' }, { label: 's2' });
  await page.press('Save');
  await page.press('See what is there now');
  expect(page.text()).toContain('Meeting');
  expect(page.says('label')).toBe('Errands');
  await page.press('Save');
  expect(page.sent).toMatchObject([
    [{ label: 'Errands' }, { label: 's1' }],
    [{ label: 'Errands' }, { label: 's2' }],
  ]);
  page.leave();
});

test('so can a session type', async () => {
  const body = {
    label: 'Individual',
    price_cents: 15_000,
    minutes: 50,
    kind: 'regular',
    orchid_pro_user_id: 'pro-1',
    modify_datetime: '2026-11-01T00:00:00.000Z',
  } as const;
  const type = { ...sessionOf('t1', {}), body, stamps: { price_cents: 's1' } };
  const page = sheet(<SessionTypeSheet type={type} onClose={() => undefined} />, 's2');
  await page.type('price', '160');
  page.put('appointment_type', 't1', practiceScope('x'), { ...body, price_cents: 17_000 }, { price_cents: 's2' });
  await page.press('Save');
  await page.press('See what is there now');
  expect(page.text()).toContain('$170');
  expect(page.says('price')).toBe('160');
  await page.press('Save');
  expect(page.sent).toMatchObject([
    [{ price_cents: 16_000 }, { price_cents: 's1' }],
    [{ price_cents: 16_000 }, { price_cents: 's2' }],
  ]);
  page.leave();
});

test('a changed session is taken back over the version that the change made, and no later one is written over', async () => {
  const session = { ...sessionOf('a1', { clinician: 'pro-1' }), stamps: { start: 's1' } };
  const told: Done[] = [];
  const acts = { book: null, block: null, edit: () => undefined, editBlock: () => undefined };
  const page = sheet(
    <CalendarActsContext value={{ ...acts, tell: (done) => void told.push(done) }}>
      <EditSessionSheet session={session} name="Mara" onClose={() => undefined} />
    </CalendarActsContext>,
    's1',
  );
  await page.type('minutes', '60');
  await page.press('Save');
  expect(await told[0]?.undo?.()).toMatchObject({ kind: 'rejected', code: 'changed_meanwhile' });
  expect(page.sent).toEqual([
    [{ appointment_id: 'a1', minutes: 60 }, { start: 's1' }],
    [{ appointment_id: 'a1', minutes: 50 }, { start: 'u1' }],
  ]);
  page.leave();
});
