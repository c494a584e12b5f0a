import { expect, test } from 'vitest';
import { chartScope } from '../../sync/collections/classes.ts';
import { membershipId } from '../../sync/collections/membership.ts';
import { call } from '../store/port.ts';
import { chartOf, membershipOf, smallPractice } from '../testing/builders.ts';
import { openServers } from '../testing/open-servers.ts';

const { serverOf } = openServers();

test('[SD-2] a sample leaves everybody who still has it, though somebody’s access had ended before', async () => {
  const server = await serverOf();
  const chart = chartOf('c9');
  const ended = '2026-11-01T09:00:00.000Z';
  await server.write(
    ...smallPractice(),
    { ...chart, body: { ...(chart.body as object), sample: 'removed' } },
    membershipOf(chart.scope, 'ann', 'treating'),
    membershipOf(chart.scope, 'ben', 'treating', { ended }),
    membershipOf(chart.scope, 'eve', 'treating'),
  );
  await server.store.write(() =>
    call('addJob', { kind: 'end-sample', payload: { chart: 'c9' }, runAtMs: server.clock.now() }),
  );
  await server.orchid.settle();
  const ends = await server.store.read(function* () {
    const found: unknown[] = [];
    for (const sub of ['ann', 'ben', 'eve']) {
      const record = yield* call('getRecord', 'membership', membershipId(chartScope('c9'), sub, 'treating'));
      found.push((record?.body as { readonly ended?: string } | undefined)?.ended);
    }
    return found;
  });
  expect(ends).toEqual(['2026-11-20T15:00:00.000Z', ended, '2026-11-20T15:00:00.000Z']);
});
