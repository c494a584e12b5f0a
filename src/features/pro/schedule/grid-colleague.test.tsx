// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { Value } from '../../../../sync/client/observable.ts';
import { blankStatus } from '../../../../sync/client/status/status-board.ts';
import { ClientContext } from '../../../lib/client-context.ts';
import { ScreenClient } from '../../../testing/screen-client.ts';
import { ColleagueRow } from './block-colleague-row.tsx';
import { ColleagueTime } from './grid-colleague.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
afterEach(() => void vi.useRealTimers());

const zone = 'UTC';
const of = (blocked: boolean) => ({
  id: 'b1',
  body: {
    clinician: 'lee',
    clinician_name: 'Dr. Lee',
    start: '2026-11-24T12:00:00.000Z',
    end: '2026-11-24T13:00:00.000Z',
    blocked,
  },
});
const place = { zone, top: '0', minutes: 60, lane: { index: 0, of: 1 }, short: 'L' };

/** What is drawn, on a device that is online or last heard of others then. */
function drawn(what: ReactElement, { online, syncedAt }: { readonly online: boolean; readonly syncedAt: string }) {
  vi.useFakeTimers({ now: new Date('2026-11-24T15:00:00.000Z') });
  const status = new Value({ ...blankStatus, online, syncedAt });
  const { client: known } = new ScreenClient();
  const client = new Proxy(known, {
    get: (parts, name) => (name === 'status' ? status : Reflect.get(parts, name)),
  });
  const box = document.createElement('div');
  const root = createRoot(box);
  act(() => root.render(<ClientContext value={client}>{what}</ClientContext>));
  const text = box.textContent ?? '';
  const isQuiet = box.querySelector('a, button, [tabindex], [data-movable], [data-placed]') === null;
  act(() => root.unmount());
  return { text, isQuiet };
}

const online = { online: true, syncedAt: '2026-11-24T14:02:00.000Z' };

test.each([
  ['blocked', true, /Blocked: Dr\. Lee/],
  ['busy', false, /Busy: Dr\. Lee/],
])(
  'a colleague’s time that is %s says whose it is and when, leads nowhere and cannot be moved',
  (_what, blocked, words) => {
    const onGrid = drawn(<ColleagueTime busy={of(blocked)} {...place} />, online);
    const inList = drawn(<ColleagueRow busy={of(blocked)} date="2026-11-24" zone={zone} />, online);
    expect(onGrid.text).toMatch(words);
    expect(onGrid.text).toMatch(/12:00.* to (1:00.PM|13:00)$/u);
    expect(inList.text).toMatch(words);
    expect(inList.text).toMatch(/^12:00.*1?.:00/u);
    expect([onGrid.isQuiet, inList.isQuiet]).toEqual([true, true]);
  },
);

test.each([
  ['today', '2026-11-24T14:02:00.000Z', /\(as of (2:02.PM|14:02)\)$/u],
  ['on an earlier day', '2026-11-22T14:02:00.000Z', /\(as of Sun.* (2:02.PM|14:02)\)$/u],
])('without a network it says as of when that is known: %s', (_when, syncedAt, words) => {
  const offline = { online: false, syncedAt };
  expect(drawn(<ColleagueTime busy={of(true)} {...place} />, offline).text).toMatch(words);
  expect(drawn(<ColleagueRow busy={of(true)} date="2026-11-24" zone={zone} />, offline).text).toMatch(words);
});

test('with one it says nothing of that', () => {
  expect(drawn(<ColleagueTime busy={of(true)} {...place} />, online).text).not.toContain('as of');
});
