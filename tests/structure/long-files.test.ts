import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { expect, test } from 'vitest';

const mostLines = 300;

/** Files that are longer, each with the reason why they stay together. */
const reasons: Readonly<Record<string, string>> = {
  'server/store/contract.ts': 'every promise of a store, held by any that there is',
  'server/store/sqlite-log.ts': 'every statement over the change log, whose order is one law',
  'server/auth/lock.test.ts': 'one thief and one device through all that a lock promises',
  'sync/client/api.ts': 'all that screens may ask of the engine',
  'sync/collections/appointment-series.test.ts': 'one series, booked and changed in every way',
  'sync/collections/mutator-words.ts': 'one list: what each change is called',
  'sync/collections/transfer-session.test.ts': 'one session and its colleagues through every answer',
  'sync/testing/call-records.ts': 'one practice: every record that a call of some change needs',
  'sync/client/pull/apply-pull.test.ts': 'one replica and what each page makes of it: each test is short',
  'sync/client/push/push.test.ts': 'one world for the laws of an outbox: each test is short',
  'sync/client/session/lease.test.ts': 'one device and one clock through all that a lease closes and opens',
  'tests/sessions/reset.test.ts': 'one person who forgot a password, through all that becomes of what a device held',
  'tests/simulation/oracle/expected-series.ts': 'one series with all that becomes of its dates',
  'tests/simulation/oracle/expected-world.ts': 'one sentence for each change',
  'tests/simulation/steps.ts': 'one list of steps and their weights',
  'tests/simulation/sim-device.ts': 'one device with all that its tabs and its worker do',
  'tests/e2e/drill.spec.ts': 'one story, told in the order in which it happens',
  'tests/e2e/screens.spec.ts': 'one list of screens',
  'tests/rules/broken-in-access.ts': 'a table',
  'tests/rules/broken-in-client.ts': 'a table',
  'tests/rules/broken-in-core.ts': 'a table',
  'tests/rules/broken-in-outbox.ts': 'a table',
  'tests/rules/broken-in-server.ts': 'a table',
  'tests/rules/broken-in-shown.ts': 'a table',
  'tests/rules/broken-in-store.ts': 'a table',
};

function longFiles(): readonly string[] {
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && fs.existsSync(file) && !file.startsWith('tests/evolution/releases/'))
    .filter((file) => fs.readFileSync(file, 'utf8').split('\n').length - 1 > mostLines);
}

test(`a file over ${mostLines} lines says here why, and nothing is said of one that is shorter`, () => {
  expect(longFiles().toSorted()).toEqual(Object.keys(reasons).toSorted());
});
