import sodium from 'libsodium-wrappers';
import { beforeAll, expect, test } from 'vitest';
import { createTestLog, FakeClock, seededRandom } from './testing/fake-clock.ts';
import { openServers } from './testing/open-servers.ts';
import { openSecrets } from './secrets.ts';

const dayMs = 24 * 60 * 60 * 1000;
const { folder } = openServers();
beforeAll(() => sodium.ready);

/** How old the deposit pairs are, newest first, as they stand at each of these starts of one server; in days. */
function agesAt(startsMs: readonly number[]): readonly (readonly number[])[] {
  const clock = new FakeClock();
  const ports = { sodium, random: seededRandom(1), clock, log: createTestLog() };
  const dataDir = folder();
  const firstMs = clock.now();
  return startsMs.map((startMs) => {
    clock.pass(firstMs + startMs - clock.now());
    return openSecrets(dataDir, ports).deposit.map(({ createdAtMs }) =>
      Math.round((clock.now() - createdAtMs) / dayMs),
    );
  });
}

test('a new pair for deposits is made after 182 days, and no moment earlier', () => {
  expect(agesAt([0, 182 * dayMs - 1, 182 * dayMs])).toEqual([[0], [182], [0, 182]]);
});

test('an old one opens what was sealed to it for a year more', () => {
  expect(agesAt([0, (182 + 365) * dayMs - 1])).toEqual([[0], [0, 547]]);
  expect(agesAt([0, (182 + 365) * dayMs])).toEqual([[0], [0]]);
});
