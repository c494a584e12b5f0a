// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accountScope, chartScope, practiceScope } from '../../../sync/collections/classes.ts';
import { deviceZone } from '../../lib/device-zone.ts';
import { accountRow, cardRow, memberRow, practiceRow } from '../../testing/drawn-screen.tsx';
import { renderHook, type Rendered } from '../../testing/render-hook.tsx';
import { ScreenClient } from '../../testing/screen-client.ts';
import { chooseClinicians } from './chosen-clinicians.ts';
import { useMe, useWaitsForApproval } from './use-account.ts';
import { useClinicians } from './use-clinicians.ts';
import { useOwnPhoto } from './use-photo.ts';
import { plansSession, readsClinical, useKnownRoles, usePracticeRoles, useRoles } from './use-roles.ts';

let device: ScreenClient;
let drawn: Pick<Rendered<unknown, unknown>, 'leave'> | null;
beforeEach(() => {
  // The twentieth is over in New York, where the practice is, and not in Chicago.
  vi.useFakeTimers({ now: Date.parse('2026-11-21T05:30:00.000Z'), toFake: ['Date'] });
  device = new ScreenClient();
  drawn = null;
});
afterEach(() => {
  drawn?.leave();
  chooseClinicians('pro-1', []);
  vi.useRealTimers();
});

function hook<Props, Result>(useIt: (props: Props) => Result, props: Props) {
  const rendered = renderHook(useIt, { client: device.client, props });
  drawn = rendered;
  return rendered;
}

const scope = chartScope('c');

test('a professional’s days are told in her own zone, a member’s in that of the device', () => {
  const rendered = hook(useMe, undefined);
  expect(rendered.last()).toEqual({ sub: 'pro-1', zone: deviceZone(), displayName: '', firstName: '', practiceId: '' });
  act(() => device.put(accountRow('pro-1', { timezone: 'Asia/Tokyo' })));
  expect(rendered.last()).toEqual({
    sub: 'pro-1',
    zone: 'Asia/Tokyo',
    displayName: 'Dr. Bell',
    firstName: 'Ana',
    practiceId: 'x',
  });
  act(() => device.put(accountRow('pro-1', { timezone: 'Asia/Tokyo', user_type: 'member' })));
  expect(rendered.last().zone).toBe(deviceZone());
});

test('only who was told no yet waits', () => {
  const rendered = hook(useWaitsForApproval, undefined);
  expect(rendered.last()).toBe(false);
  act(() => device.put(accountRow()));
  expect(rendered.last()).toBe(false);
  act(() => device.put(accountRow('pro-1', { profile_approved_to_use_the_platform: false })));
  expect(rendered.last()).toBe(true);
});

test('[AC-6] roles in a chart are those whose last day is not over in the practice, and those from above it', () => {
  device.put(accountRow(), practiceRow, cardRow);
  device.put(
    memberRow('pro-1', { until: '2026-11-20' }),
    memberRow('pro-1', { role: 'supervisor', until: '2026-11-21' }),
  );
  device.put(memberRow('pro-1', { role: 'scheduler' }, practiceScope('x')), memberRow('pro-2', { role: 'biller' }));
  const rendered = hook((one: string | null) => useRoles(one), scope as string | null);
  expect(rendered.last()).toEqual(['supervisor', 'practice.scheduler']);
  act(() => device.put(memberRow('pro-1', { role: 'supervisor', ended: '2026-11-20T09:00:00.000Z' })));
  expect(rendered.last()).toEqual(['practice.scheduler']);
  rendered.draw(practiceScope('x'));
  expect(rendered.last()).toEqual(['scheduler']);
  rendered.draw(null);
  expect(rendered.last()).toEqual([]);
});

test('roles are not known before the card of the chart is, and which of them are the practice’s', () => {
  device.isHeld = true;
  const above = memberRow('pro-1', { role: 'scheduler' }, practiceScope('x'));
  device.put(accountRow(), practiceRow, cardRow, memberRow(), above);
  const rendered = hook((one: string | null) => useKnownRoles(one), scope as string | null);
  for (let turn = 0; turn < 5; turn += 1) act(() => device.answer());
  expect(rendered.all[0]).toBeNull();
  // Never a part of them.
  expect(new Set(rendered.all.map((one) => one?.join()))).toEqual(new Set([undefined, 'treating,practice.scheduler']));
});

test('who has no practice has no roles in one, and nothing is waited for', () => {
  device.put({
    collection: 'account',
    record: { id: 'pro-1', scope: accountScope('pro-1'), body: { user_type: 'member' } },
  });
  expect(hook(usePracticeRoles, undefined).last()).toEqual({ loading: false, value: [] });
});

test.each([
  [['treating'], false, [true, true]],
  [['practice.scheduler'], false, [true, false]],
  [['scheduler'], true, [true, false]],
  [['scheduler'], false, [false, false]],
  [['supervisor'], false, [false, true]],
  [[], true, [false, true]],
  [[], false, [false, false]],
] as const)('with %j and own: %s it is planned and read so: %j', (roles, isOwn, said) => {
  expect([plansSession(roles, isOwn), readsClinical(roles, isOwn)]).toEqual(said);
});

test('the photo is a picture of what is kept; there is none where it was taken away', () => {
  const photo = (image: string) => ({
    collection: 'profile_photo',
    record: { id: 'pro-1', scope: accountScope('pro-1'), body: { image } },
  });
  const rendered = hook(useOwnPhoto, undefined);
  expect(rendered.all.at(-1)).toBeNull();
  act(() => device.put(photo('QUJD')));
  expect(rendered.last()).toBe('data:image/jpeg;base64,QUJD');
  act(() => device.put(photo('')));
  expect(rendered.all.at(-1)).toBeNull();
});

test('clinicians of the practice stand by name; the choice is kept for this account, and that of all is none', () => {
  const professional = (sub: string, name: string, practice = 'x') => ({
    collection: 'professional',
    record: { id: sub, scope: practiceScope(practice), body: { cognito_sub: sub, display_name: name } },
  });
  device.put(
    accountRow(),
    professional('p2', 'Dr. Young'),
    professional('p1', 'Dr. Adams'),
    professional('p9', 'Dr. Far', 'y'),
  );
  const rendered = hook<boolean, ReturnType<typeof useClinicians>>((wanted) => useClinicians(wanted), false);
  const said = () => {
    const found = rendered.last();
    return found.loading ? null : { all: found.value.all.map(({ id }) => id), chosen: found.value.chosen };
  };
  expect(device.asked.some((what) => what.startsWith('professional.'))).toBe(false);
  rendered.draw(true);
  expect(said()).toEqual({ all: ['p1', 'p2'], chosen: [] });
  const choose = (ids: readonly string[]) =>
    act(() => {
      const found = rendered.last();
      if (!found.loading) found.value.choose(ids);
    });
  choose(['p2', 'gone']);
  expect(said()?.chosen).toEqual(['p2']);
  choose(['p2', 'p1']);
  expect(said()?.chosen).toEqual([]);
});
