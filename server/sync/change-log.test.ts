import { expect, test } from 'vitest';
import { call } from '../store/port.ts';
import { membershipOf, smallPractice } from '../testing/builders.ts';
import { openServers } from '../testing/open-servers.ts';
import { logGone } from './change-log.ts';
import { createTxContext } from './tx-context.ts';

const scope = 'chart:c1';
const { serverOf } = openServers();

test('[IN-1] what leaves a sight that has ended leaves the sums alone, and needs no tombstone', async () => {
  const server = await serverOf({});
  await server.write(...smallPractice(), membershipOf(scope, 'ben', 'treating'));
  const stateAfter = (isActive: boolean) =>
    server.store.write(function* () {
      const access = yield* call('getAccess', 'ben', scope);
      if (!access) throw new Error('Ben treats this client');
      yield* call('putAccess', 'ben', scope, { ...access, active: isActive });
      const before = yield* call('sumsOf', 'ben');
      yield* logGone(createTxContext(server.registry, server.clock.now()), 'ben', 'appointment', 'a1');
      const gone = (yield* call('getLogRow', 'ben', 'appointment', 'a1'))?.gone;
      const after = yield* call('sumsOf', 'ben');
      return { gone, isSameSum: JSON.stringify(after) === JSON.stringify(before) };
    });
  expect(await stateAfter(false)).toEqual({ gone: false, isSameSum: true });
  expect(await stateAfter(true)).toEqual({ gone: true, isSameSum: false });
});
