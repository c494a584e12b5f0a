import { beforeEach, expect, test } from 'vitest';
import { GroupCommit, type WritingConnection } from './group-commit.ts';
import { StoreUnavailable, type Plan, type TxCalls } from './port.ts';

let did: string[];
let isOpen: boolean;
/** What another process writes changes it. */
let version: number;
/** What happens while SQLite is at it, by statement. */
let on: Partial<Record<'beginWrite' | 'commit', () => void>>;
let writes: GroupCommit;

const statement = (name: keyof WritingConnection['statements'], isOpenAfter?: boolean) => ({
  run: () => {
    if (name === 'beginWrite' || name === 'commit') on[name]?.();
    did.push(name);
    if (isOpenAfter !== undefined) isOpen = isOpenAfter;
  },
});

beforeEach(() => {
  [did, isOpen, version, on] = [[], false, 1, {}];
  const connection: WritingConnection = {
    raw: {
      get inTransaction() {
        return isOpen;
      },
    },
    calls: {} as TxCalls,
    keys: { forgetNew: () => did.push('forget new keys'), keepNew: () => did.push('keep new keys') },
    forget: () => did.push('forget'),
    statements: {
      beginWrite: statement('beginWrite', true),
      commit: statement('commit', false),
      rollback: statement('rollback', false),
      savePlan: statement('savePlan'),
      releasePlan: statement('releasePlan'),
      undoPlan: statement('undoPlan'),
      dataVersion: { get: () => version },
    },
  };
  const later = (run: () => void): void => void setImmediate(run);
  writes = new GroupCommit(connection, { defer: later, commitMs: 100, hasTurns: false, onChange: () => undefined });
});

const plan = (name: string) =>
  function* (): Plan<string> {
    did.push(name);
    yield* [];
    return name;
  };

test('keys that a transaction made are kept once it is committed; where the commit itself fails they are forgotten with it', async () => {
  await writes.write(plan('first'));
  expect(did.slice(-2)).toEqual(['commit', 'keep new keys']);
  did = [];
  on.commit = () => {
    throw Object.assign(new StoreUnavailable('full'), { code: 'SQLITE_FULL' });
  };
  await expect(writes.write(plan('second'))).rejects.toThrow();
  expect(did).not.toContain('keep new keys');
  expect(did.slice(-3)).toEqual(['rollback', 'forget new keys', 'forget']);
  on = {};
  expect(await writes.write(plan('third'))).toBe('third');
});

test('what another process wrote while this one waited for its turn is looked for before the first plan runs', async () => {
  await writes.write(plan('first'));
  await writes.write(plan('second'));
  expect(did.slice(did.indexOf('first'))).not.toContain('forget');
  on.beginWrite = () => (version += 1);
  did = [];
  await writes.write(plan('third'));
  expect(did).toEqual(['beginWrite', 'forget', 'third', 'commit', 'keep new keys']);
});
