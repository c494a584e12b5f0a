import { expect, test } from 'vitest';
import type { OutcomeKind } from '../store/client-calls.ts';
import { call } from '../store/port.ts';
import { openServers } from '../testing/open-servers.ts';
import { followDependencies } from './follow-dependencies.ts';

const { serverOf } = openServers();
const earlier = [
  ['went-in', 'applied', ''],
  ['is-held', 'parked', 'failed'],
  ['was-refused', 'rejected', 'not_allowed'],
  ['met-another', 'rejected', 'changed_meanwhile'],
] as const satisfies readonly (readonly [string, OutcomeKind, string])[];

const refused = { outcome: 'rejected', code: 'depends_on_refused' };
const held = { outcome: 'parked', code: 'depends_on_parked' };

test.each([
  ['nothing', [], null],
  ['what went in, and what was never sent', ['went-in', 'unknown'], null],
  ['a quarrel over one fact', ['met-another'], null],
  ['what is held, however much else went in', ['went-in', 'is-held', 'went-in', 'met-another'], held],
  ['what was refused', ['went-in', 'was-refused'], refused],
  ['what is held and what was refused', ['is-held', 'was-refused'], refused],
  ['what was refused and what is held', ['was-refused', 'is-held'], refused],
])('what follows %s is judged by all of it', async (_what, after, decided) => {
  const { store } = await serverOf();
  await store.write(function* () {
    yield* call('putClient', { clientId: 'c1', principal: 'ann', mark: 4, highest: 4, deviceId: 'd1' });
    for (const [index, [uid, outcome, code]] of earlier.entries()) {
      const place = { clientId: 'c1', id: index + 1, account: 'ann', uid, digest: 'd' };
      yield* call('putOutcome', { ...place, outcome, code, detail: '', confirmed: false, copy: false });
    }
  });
  expect(await store.read(() => followDependencies('ann', after))).toEqual(decided);
});
