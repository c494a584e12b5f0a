// @vitest-environment happy-dom
import { createMemoryHistory, RouterContextProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import type { LeaseState, RangeQuery, SeenRecord } from '../../sync/client/api.ts';
import { Value } from '../../sync/client/observable.ts';
import { applyPage } from '../../sync/client/pull/apply-pull.ts';
import { watchRange, watchRecord } from '../../sync/client/read/watch.ts';
import { Lease, leaseMs } from '../../sync/client/session/lease.ts';
import { putPulled } from '../../sync/client/status/sync-status.ts';
import { chartScope, classes } from '../../sync/collections/classes.ts';
import { membershipId } from '../../sync/collections/membership.ts';
import { toInstant } from '../../sync/core/instant.ts';
import { MemoryDisk } from '../../sync/store/memory-store.ts';
import {
  FakeClock,
  lead,
  membershipOf,
  openTestReplica,
  pageOf,
  pullRecordOf,
  settle,
} from '../../sync/testing/builders.ts';
import { ClientContext } from '../lib/client-context.ts';
import type { OrchidClient } from '../lib/model.ts';
import { useGroups, useRange, useRecord, useRecords } from '../lib/use-records.ts';
import { createAppRouter } from '../router.tsx';
import { LeaseGate } from './lease-gate.tsx';

const fence = { owner: 'tab', term: 1 };
const minute = 60_000;
let leave: () => void = () => undefined;
afterEach(() => leave());

/** A chart of one's own and one that somebody shares; the client of each is called so, and the practice too. */
const held = (['own', 'delegated'] as const).flatMap((access) => {
  const scope = chartScope(access);
  const id = membershipId(scope, 'pro-1', 'treating');
  const card = { practice_id: access, first_name: access, last_name: 'Test', timezone: 'UTC' };
  return [
    pullRecordOf({ collection: 'membership', id, scope, cls: classes.access, body: membershipOf('pro-1', { access }) }),
    pullRecordOf({ collection: 'client_card', id: access, scope, cls: classes.contact, body: card }),
  ];
});

/** The device's own watches and lease, by a clock of the test's. */
async function deviceOf() {
  const clock = new FakeClock();
  const plain = await openTestReplica(new MemoryDisk().connect());
  const clientId = await lead(plain.store, fence);
  const page = pageOf(clientId, { records: held });
  await plain.store.tx('relaxed', () => applyPage(plain, fence, page, { onProblem: () => undefined }));
  const said = new Value<LeaseState>({ closed: 'none', ownUntil: null, sharedUntil: null, turn: 0 });
  const lease = new Lease(plain, clock, (state) => said.set(state));
  const replica = { ...plain, lease };
  const contact = async (): Promise<void> => {
    const serverTime = toInstant(clock.now());
    const pulled = { isAgreed: true, isMended: true, serverTime, askedMs: clock.now(), nowMs: clock.now() };
    await plain.store.tx('relaxed', () => putPulled(fence, pulled));
    await settle();
  };
  await contact();
  await lease.start();
  const sink = <T,>(onValue: (value: T) => void) => ({
    clock,
    onValue,
    onError: (error: unknown) => {
      throw error;
    },
  });
  const client = {
    session: new Value({ kind: 'unlocked', sub: 'pro-1', needsSignIn: false }),
    lease: said,
    watchGet: (collection: string, id: string, onValue: (record: SeenRecord | undefined) => void) =>
      watchRecord(replica, { collection, id }, sink(onValue)),
    watchRange: (query: RangeQuery, onValue: (records: readonly SeenRecord[]) => void) =>
      watchRange(replica, query, sink(onValue)),
  } as unknown as OrchidClient;
  const silentFor = async (ms: number): Promise<void> => {
    clock.jump(ms - minute);
    await clock.pass(minute);
  };
  return { client, lease, contact, silentFor };
}

const namesOf = (records: readonly (SeenRecord<{ readonly first_name: string }> | undefined)[]): string =>
  records.flatMap((record) => record?.body.first_name ?? []).join(' ');

/** Whom each way to ask finds. */
const screens = {
  useRange: () => {
    const cards = useRange({ collection: 'client_card', index: 'practice', from: '', to: '~' });
    return cards.loading ? '' : namesOf(cards.value);
  },
  useGroups: () => namesOf([...useGroups('client_card', 'practice', ['delegated', 'own']).values()].flat()),
  useRecord: () => {
    const [own, theirs] = [useRecord('client_card', 'own'), useRecord('client_card', 'delegated')];
    return namesOf([theirs, own].flatMap((one) => (one.loading ? [] : [one.value])));
  },
  useRecords: () => namesOf([...useRecords('client_card', ['delegated', 'own']).values()]),
} as const;

async function standing(useNames: () => string, address = '/pro-dashboard/patient-charts') {
  const device = await deviceOf();
  const router = createAppRouter(createMemoryHistory({ initialEntries: [address] }));
  const page = document.createElement('div');
  const root = createRoot(page);
  leave = () => {
    root.unmount();
    device.lease.stop();
  };
  function Screen() {
    return <p>{useNames()}</p>;
  }
  root.render(
    <ClientContext value={device.client}>
      <RouterContextProvider router={router}>
        <LeaseGate dashboard="pro">
          <Screen />
        </LeaseGate>
      </RouterContextProvider>
    </ClientContext>,
  );
  await settle();
  return { ...device, page, names: () => [...page.querySelectorAll('p')].at(-1)?.textContent };
}

test.each(Object.entries(screens))(
  '[AC-3] a screen that stands open lets go of what others shared after 72 hours, untouched, and has it again after a contact: %s',
  async (_name, useNames) => {
    const screen = await standing(useNames);
    expect(screen.names()).toBe('delegated own');
    await screen.silentFor(leaseMs.shared);
    expect(screen.names()).toBe('delegated own');
    await screen.silentFor(minute);
    expect(screen.names()).toBe('own');
    expect(screen.page.textContent).toContain('Shared charts are closed');
    await screen.contact();
    expect(screen.page.textContent).toBe('delegated own');
  },
);

test.each(Object.entries(screens))(
  '[AC-3] a screen that stands open is closed after 30 days, untouched, and has all again after a contact: %s',
  async (_name, useNames) => {
    const screen = await standing(useNames);
    await screen.silentFor(leaseMs.own);
    expect(screen.names()).toBe('own');
    await screen.silentFor(minute);
    expect(screen.page.textContent).toContain('Closed until there is a connection');
    expect(screen.page.textContent).not.toContain('own');
    await screen.contact();
    expect(screen.page.textContent).toBe('delegated own');
  },
);

test('[AC-3] the sync page alone can be reached after 30 days, and shows nothing that is closed', async () => {
  const screen = await standing(screens.useRange, '/pro-dashboard/sync');
  await screen.silentFor(leaseMs.own + minute);
  expect([screen.names(), screen.page.textContent]).toEqual(['', '']);
});
