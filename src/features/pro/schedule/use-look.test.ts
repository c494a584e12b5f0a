// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act } from 'react';
import { expect, test } from 'vitest';
import { sessionOf } from '../../../../tests/support/session-of.ts';
import { renderHook } from '../../../testing/render-hook.tsx';
import { ScreenClient } from '../../../testing/screen-client.ts';
import { blockChange, blockedTime, blockValues } from './block-form.ts';
import { typeChange, typeValues } from './session-type-form.ts';
import { useLook } from './use-look.ts';

const client = new ScreenClient().client;
const refused = { kind: 'rejected', code: 'changed_meanwhile', message: 'Changed.' } as const;

test('a block that was changed meanwhile is looked at, and then saved over what was seen', () => {
  const block = { label: '', zone: 'UTC', start: '2026-11-24T12:00:00.000Z', end: '2026-11-24T13:00:00.000Z' };
  const moved = { ...block, label: 'Lunch', start: '2026-11-25T12:00:00.000Z', end: '2026-11-25T13:00:00.000Z' };
  const there = blockValues(moved, { start: 's2', label: 'l2' });
  const typed = { ...blockValues(block, { start: 's1', label: 'l1' }), end_time: '14:00' };
  document.body.innerHTML = `<form id="f"><input name="date" value="2026-11-24"><input name="end_time" value="14:00"></form>`;
  const page = renderHook(() => useLook(), { client, props: undefined });
  act(() => void page.last().heard(refused));
  expect(page.last()).toMatchObject({ isAsked: true, seen: null });
  act(() => page.last().at(there.opened, { id: 'f', values: typed }, ['date', 'end_time']));
  expect(page.last()).toMatchObject({ isAsked: false, seen: there.opened });
  // What she left shows what is there now; what she typed stays.
  expect([...document.querySelectorAll('input')].map(({ value }) => value)).toEqual(['2026-11-25', '14:00']);
  const said = page.last().over(typed);
  const time = blockedTime(said, 'UTC');
  if (typeof time === 'string') throw new Error(time);
  expect(blockChange(said, time)).toEqual({
    change: { local_start: '2026-11-25T12:00', zone: 'UTC', minutes: 120, start: '2026-11-25T12:00:00.000Z' },
    base: { start: 's2' },
  });
  act(() => void page.last().heard({ kind: 'saved' }));
  expect(page.last().isAsked).toBe(false);
  page.leave();
});

test('so is a session type, fact by fact', () => {
  const body = {
    label: 'Individual',
    price_cents: 15_000,
    minutes: 50,
    kind: 'regular',
    orchid_pro_user_id: 'p1',
    modify_datetime: sessionOf('a1', {}).body.modify_datetime,
  } as const;
  const typed = { ...typeValues(body, { minutes: 'm1', price_cents: 'p1' }), minutes: '60' };
  const there = typeValues({ ...body, price_cents: 17_000, minutes: 45 }, { minutes: 'm2', price_cents: 'p2' });
  const page = renderHook(() => useLook(), { client, props: undefined });
  expect(typeChange(page.last().over(typed))).toEqual({ change: { minutes: 60 }, base: { minutes: 'm1' } });
  act(() => page.last().at(there.opened, { id: 'none', values: typed }, []));
  expect(typeChange(page.last().over(typed))).toEqual({ change: { minutes: 60 }, base: { minutes: 'm2' } });
  page.leave();
});
