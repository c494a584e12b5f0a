// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act } from 'react';
import { expect, test } from 'vitest';
import { accountScope, practiceScope } from '../../../sync/collections/classes.ts';
import { sessionOf } from '../../../tests/support/session-of.ts';
import { renderHook } from '../../testing/render-hook.tsx';
import { ScreenClient } from '../../testing/screen-client.ts';
import { useBusy, type BusySpan } from './use-busy.ts';

const me = {
  collection: 'account',
  record: {
    id: 'p1',
    scope: accountScope('p1'),
    body: {
      user_type: 'orchid_pro',
      first_name: 'A',
      last_name: 'B',
      display_name: 'A. B',
      timezone: 'UTC',
      modify_datetime: '2026-11-20T09:00:00.000Z',
    },
  },
};
const at = (date: string) => ({ start: `${date}T09:00:00.000Z`, end: `${date}T09:50:00.000Z` });
const session = (id: string, date: string, more = {}) => ({
  collection: 'appointment',
  record: sessionOf(id, { ...at(date), ...more }),
});
const span: BusySpan = { clinician: 'p1', start: '2026-12-01T00:00:00.000Z', end: '2027-12-01T00:00:00.000Z' };

function ask(device: ScreenClient, asked: BusySpan | null) {
  return renderHook(useBusy, { client: device.client, props: asked });
}

test('[CA-9] what takes the months of a series: sessions that stand, but none of itself, and what is blocked', () => {
  const device = new ScreenClient('p1');
  const series = { id: 's', date: '2027-02-01' };
  device.put(
    me,
    session('other', '2027-01-04'),
    session('gone', '2027-01-11', { status: 'cancelled_orchid_pro' }),
    session('own', '2027-02-01', { series }),
    session('before', '2026-11-30'),
    {
      collection: 'blocked_interval',
      record: { id: 'b', scope: accountScope('p1'), body: { clinician: 'p1', ...at('2027-03-01') } },
    },
  );
  const [other, own, blocked] = [at('2027-01-04'), at('2027-02-01'), at('2027-03-01')];
  const hook = ask(device, span);
  expect(hook.last()).toEqual({ sessions: [other, own], blocks: [blocked] });
  hook.draw({ ...span, except: { series: 's' } });
  expect(hook.last()?.sessions).toEqual([other]);
  hook.draw({ ...span, except: { session: 'other' } });
  expect(hook.last()?.sessions).toEqual([own]);
  hook.leave();
});

test('what began long before counts while it lasts: a session of eight hours, days away of two weeks', () => {
  const device = new ScreenClient('p1');
  const long = { start: '2026-11-30T17:00:00.000Z', end: '2026-12-01T01:00:00.000Z' };
  const away = { start: '2026-11-18T09:00:00.000Z', end: '2026-12-02T09:00:00.000Z' };
  device.put(
    me,
    { collection: 'appointment', record: sessionOf('long', long) },
    {
      collection: 'blocked_interval',
      record: { id: 'b', scope: accountScope('p1'), body: { clinician: 'p1', ...away } },
    },
    {
      collection: 'busy_time',
      record: {
        id: 'busy.away',
        scope: practiceScope('x'),
        body: { clinician: 'p2', ...away, free: false, blocked: true },
      },
    },
  );
  const hook = ask(device, span);
  expect(hook.last()).toEqual({ sessions: [long], blocks: [away] });
  hook.draw({ ...span, clinician: 'p2' });
  expect(hook.last()).toEqual({ sessions: [], blocks: [away] });
  hook.leave();
});

test('[CA-9] of a colleague what is told of her counts, once beside the session itself', () => {
  const device = new ScreenClient('p1');
  const told = (id: string, date: string, more = {}) => ({
    collection: 'busy_time',
    record: {
      id: `busy.${id}`,
      scope: practiceScope('x'),
      body: { clinician: 'p2', ...at(date), free: false, ...more },
    },
  });
  device.put(
    me,
    session('held', '2027-01-04', { clinician: 'p2' }),
    told('held', '2027-01-04'),
    told('elsewhere', '2027-01-11'),
    told('free', '2027-01-18', { free: true }),
    told('blocked', '2027-01-25', { blocked: true }),
  );
  const hook = ask(device, { ...span, clinician: 'p2' });
  expect(hook.last()).toEqual({ sessions: [at('2027-01-04'), at('2027-01-11')], blocks: [at('2027-01-25')] });
  hook.leave();
});

test('[CA-9] a colleagues session that was cancelled on this device takes no time, though she is still told to be busy', () => {
  const device = new ScreenClient('p1');
  device.put(me, session('gone', '2027-01-04', { clinician: 'p2', status: 'cancelled_orchid_pro' }), {
    collection: 'busy_time',
    record: {
      id: 'busy.gone',
      scope: practiceScope('x'),
      body: { clinician: 'p2', ...at('2027-01-04'), free: false },
    },
  });
  const hook = ask(device, { ...span, clinician: 'p2' });
  expect(hook.last()).toEqual({ sessions: [], blocks: [] });
  hook.leave();
});

test('before the device has answered nothing is known to be free, and of nobody nothing is asked', () => {
  const device = new ScreenClient('p1');
  device.put(me);
  device.isHeld = true;
  const hook = ask(device, span);
  expect(hook.last()).toBeNull();
  act(() =>
    [...device.open].filter(({ what }) => !what.startsWith('blocked_interval')).forEach(({ answer }) => answer()),
  );
  expect(hook.last()).toBeNull();
  act(() => device.answer());
  expect(hook.last()).toEqual({ sessions: [], blocks: [] });
  hook.draw(null);
  expect(hook.last()).toBeNull();
  hook.leave();
});
