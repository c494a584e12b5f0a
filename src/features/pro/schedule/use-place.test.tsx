// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import type { Json, StoredRecord } from '../../../../sync/core/record.ts';
import { appointmentBodyOf } from '../../../../sync/testing/builders.ts';
import { runPure } from '../../../../sync/testing/run-pure.ts';
import { session } from '../../../../sync/testing/call-records.ts';
import { ClientContext } from '../../../lib/client-context.ts';
import type { Schedule } from '../../../model/sessions/use-schedule.ts';
import type { Session } from '../../../model/sessions/use-own-sessions.ts';
import { ScreenClient } from '../../../testing/screen-client.ts';
import { CalendarActsContext, type Done } from './calendar-acts.ts';
import { usePlace } from './use-place.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const day = '2026-11-21';
const body = appointmentBodyOf();
const own: Session = { ...session(), body, stamps: { start: 'u0' }, pending: false };
const schedule = { zone: 'UTC', everybodys: [own], nameOf: () => 'Mara' } as unknown as Schedule;
/** From 8:00 to 9:00 that morning: the session was booked over it. */
const block: StoredRecord = {
  collection: 'blocked_interval',
  id: 'b1',
  scope: 'account:pro-1',
  cls: 'own',
  version: 1,
  stamps: {},
  body: {
    label: '',
    local_start: `${day}T08:00`,
    zone: 'UTC',
    minutes: 60,
    start: `${day}T08:00:00.000Z`,
    end: `${day}T09:00:00.000Z`,
    clinician: 'pro-1',
    practice_id: 'p1',
    modify_datetime: '2026-11-01T00:00:00.000Z',
  },
} as unknown as StoredRecord;

/** What the server makes of a change, of a session that stands there now. */
const server = (args: Json, now: typeof body) =>
  runPure(
    { records: [{ ...session(), body: now }, block], roles: { 'pro-1 chart:c1': ['treating'] } },
    { sub: 'pro-1', name: 'appointment.edit', args, receivedAt: '2026-11-20T09:00:00.000Z' },
  );

test('a session that was booked over a blocked time is moved out of it, and Undo puts it back there', async () => {
  const device = new ScreenClient('pro-1');
  const told: Done[] = [];
  const acts = { book: null, block: null, edit: () => undefined, editBlock: () => undefined };
  const places: ReturnType<typeof usePlace>[] = [];
  function Probe(): null {
    places.push(usePlace(schedule, []));
    return null;
  }
  const root = createRoot(document.createElement('div'));
  act(() =>
    root.render(
      <ClientContext value={device.client}>
        <CalendarActsContext value={{ ...acts, tell: (done) => void told.push(done) }}>
          <Probe />
        </CalendarActsContext>
      </ClientContext>,
    ),
  );
  await act(async () => places.at(-1)?.placeSession(own, { date: day, minute: 600, minutes: 50 }, 'u0'));
  const moved = server(device.changes[0]?.args as Json, body);
  expect(moved).toMatchObject({ outcome: 'applied', records: [{ body: { local_start: `${day}T10:00` } }] });
  await told[0]?.undo?.();
  const now = moved.outcome === 'applied' ? (moved.records[0]?.body as typeof body) : body;
  const back = server(device.changes[1]?.args as Json, now);
  expect(back).toMatchObject({ outcome: 'applied', records: [{ body: { local_start: `${day}T08:00` } }] });
  act(() => root.unmount());
});
