import { describe, expect, test } from 'vitest';
import { noteBodyOf } from '../../sync/testing/call-records.ts';
import type { Json, StoredRecord } from '../../sync/core/record.ts';
import type { PushRow } from '../../sync/protocol/push-message.ts';
import { planPasswordChanged } from '../mail/changed-mail.ts';
import { noMailer } from '../mail/mailer.ts';
import type { Command, Plan } from '../store/port.ts';
import { encodeCursor } from './cursor.ts';
import { keepOverwritten } from './draft-versions.ts';
import { keepWaiting } from './hold-rows.ts';
import { putAside } from './quarantine.ts';
import { lookAhead } from './read-changes.ts';

/** Runs a plan to its end without a store: each command is answered by name, and those that are not named by nothing. */
function run<R>(plan: Plan<R>, answers: Readonly<Record<string, unknown>>) {
  const asked: Command[] = [];
  let step = plan.next();
  while (step.done !== true) {
    asked.push(step.value);
    step = plan.next(answers[step.value.call]);
  }
  return { result: step.value, asked, names: asked.map(({ call }) => call) };
}

const megabytes = 1024 * 1024;
const at = '2026-11-20T15:00:00.000Z';

describe('[AV-3] what cannot be applied lies there sealed, as far as there is room', () => {
  const row = { clientId: 'c1', id: 1, reason: 'parked', keyId: 'k1', box: 'x'.repeat(100), at } as const;

  test.each([
    ['up to five thousand rows', { rows: 4999, bytes: 0 }, true],
    ['and no more', { rows: 5000, bytes: 0 }, false],
    ['up to 64 megabytes', { rows: 0, bytes: 64 * megabytes - 100 }, true],
    ['and no character more', { rows: 0, bytes: 64 * megabytes - 99 }, false],
  ])('%s', (_what, quarantinedOf, isKept) => {
    const { result, names } = run(putAside(row), { quarantinedOf });
    expect(result).toBe(isKept);
    expect(names).toEqual(['quarantinedOf', ...(isKept ? ['putQuarantine'] : [])]);
  });

  const sender = { principal: 'ann', sub: 'ann', deviceId: 'd1' };
  const sealed = (id: number): PushRow => ({ kind: 'sealed', id, key: 'k1', box: 'x'.repeat(100) });

  test.each([
    ['so what waits: up to five thousand rows', { rows: 4998, bytes: 0 }, 2],
    ['the rows of one push are counted one by one', { rows: 4999, bytes: 0 }, 1],
    ['and none where there is no room', { rows: 5000, bytes: 0 }, 0],
    ['up to 64 megabytes', { rows: 0, bytes: 64 * megabytes - 200 }, 2],
    ['in which each row counts what the ones before it do not', { rows: 0, bytes: 64 * megabytes - 199 }, 1],
  ])('%s', (_what, quarantinedOf, kept) => {
    const request = { clientId: 'c1', rows: [sealed(4), sealed(5), sealed(6)] };
    const answers = { quarantinedOf, getClient: { deviceId: 'd1' } };
    const { result, names } = run(keepWaiting(sender, request, { mark: 4, at }), answers);
    expect(result).toBe(4);
    expect(names.filter((name) => name === 'putQuarantine')).toHaveLength(kept);
  });

  test.each([
    ['a row that lies there is not written over', { box: 'y' }, sealed(5), 0],
    ['an empty one is', { box: '' }, sealed(5), 1],
    ['but by no empty one', { box: '' }, { kind: 'void', id: 5 } as const, 0],
  ])('%s', (_what, getQuarantine, one, kept) => {
    const answers = { quarantinedOf: { rows: 5000, bytes: 0 }, getQuarantine, getClient: { deviceId: 'd1' } };
    const { names } = run(keepWaiting(sender, { clientId: 'c1', rows: [one] }, { mark: 0, at }), answers);
    expect(names.filter((name) => name === 'putQuarantine')).toHaveLength(kept);
  });
});

describe('[DV-3] whose an outbox is', () => {
  const sender = { principal: 'ann', sub: 'ann', deviceId: 'd1' };
  const sealed: PushRow = { kind: 'sealed', id: 1, key: 'k1', box: 'x' };

  test.each<readonly [what: string, row: PushRow, answers: Readonly<Record<string, unknown>>, isNamed: boolean]>([
    ['a row of a new one says', sealed, {}, true],
    ['an empty row does not', { kind: 'void', id: 1 }, {}, false],
    ['that of a device is that device’s', sealed, { getClient: { deviceId: 'd1' }, lostSince: at }, false],
    ['that of another stays its', sealed, { getClient: { deviceId: 'd2' }, lostSince: '' }, false],
    ['unless this one was lost', sealed, { getClient: { deviceId: 'd2' }, lostSince: at }, true],
  ])('%s', (_what, row, answers, isNamed) => {
    const plan = keepWaiting(sender, { clientId: 'c1', rows: [row] }, { mark: 0, at });
    const { asked } = run(plan, { quarantinedOf: { rows: 0, bytes: 0 }, ...answers });
    const named = asked.filter(({ call }) => call === 'putClient').map(({ args }) => args[0]);
    expect(named).toEqual(isNamed ? [expect.objectContaining({ deviceId: 'd1' })] : []);
  });
});

describe('[NB-2] of a draft two hundred pauses are kept', () => {
  const draft = (body: Json): StoredRecord => ({
    collection: 'note',
    id: 'note.a1',
    scope: 'chart:c1',
    cls: 'care-team',
    version: 3,
    shape: 1,
    body,
    stamps: {},
  });
  const writtenAt = (minutesAgo: number) => ({
    newestVersions: [{ version: 2, at: new Date(Date.parse(at) - minutesAgo * 60_000).toISOString(), kept: 'good' }],
  });
  const body: Json = { ...noteBodyOf(), signed: undefined };

  test('where one is kept, older ones go', () => {
    const { asked } = run(keepOverwritten({ now: at, draftPauseMs: 120_000 }, draft(body)), writtenAt(2));
    expect(asked.slice(1)).toEqual([
      { call: 'keepVersion', args: ['note', 'note.a1', at, 'pause'] },
      { call: 'dropOldPauses', args: ['note', 'note.a1', 200] },
    ]);
  });

  test.each([
    ['where none is, none go', 120_000, 1],
    ['nor where every one is kept', 0, 0],
  ])('%s', (_what, draftPauseMs, minutesAgo) => {
    const { names } = run(keepOverwritten({ now: at, draftPauseMs }, draft(body)), writtenAt(minutesAgo));
    expect(names).toEqual(['newestVersions', 'keepVersion']);
  });

  test('of what is no draft every version is kept', () => {
    const signed = { by: 'ann', name: 'Dr. Ann', at };
    const { asked } = run(keepOverwritten({ now: at, draftPauseMs: 0 }, draft({ ...noteBodyOf(), signed })), {});
    expect(asked).toEqual([{ call: 'keepVersion', args: ['note', 'note.a1', at, 'good'] }]);
  });
});

describe('[AV-2] a pull is read in pieces', () => {
  const pull = { principal: 'ann', clientId: 'k1', heal: null } as const;

  test.each([
    ['not for twelve rows', 112, 'short'],
    ['for thirteen', 113, 'long'],
  ])('%s', (_what, seq, look) => {
    const cursor = encodeCursor({ epoch: 'e1', seq: 100 });
    const answers = { getMeta: 'e1', headOf: { seq, horizon: 0 } };
    expect(run(lookAhead(0, { ...pull, cursor }), answers).result).toBe(look);
  });

  test('for a first sync, and for a collection that is taken anew', () => {
    const known = encodeCursor({ epoch: 'e1', seq: 100 });
    expect(run(lookAhead(0, { ...pull, cursor: null }), {}).result).toBe('long');
    expect(run(lookAhead(0, { ...pull, cursor: known, heal: 'note' }), {}).result).toBe('long');
  });

  test('nothing of what leaves a trace where the client is another account’s', () => {
    const known = encodeCursor({ epoch: 'e1', seq: 100 });
    for (const more of [{ cursor: null }, { cursor: known, heal: 'note' }]) {
      const { asked, result } = run(lookAhead(0, { ...pull, ...more }), { getClient: { principal: 'ben' } });
      expect([result, asked.map((command) => command.call)]).toEqual(['foreign', ['getClient']]);
    }
    expect(run(lookAhead(0, { ...pull, cursor: null }), { getClient: { principal: 'ann' } }).result).toBe('long');
  });
});

describe('of a password that was changed one mail goes in a quarter of an hour', () => {
  const services = { practiceZone: 'UTC', mailer: { ...noMailer, leaves: true } };
  const keyAt = (nowMs: number): unknown => {
    const plan = planPasswordChanged(services, { sub: 'ann', origin: 'https://orchid.invalid', nowMs });
    return run(plan, { jobByKey: { id: 1 } }).asked[0]?.args[0];
  };

  test('whose key is the same until it is over', () => {
    expect([0, 899_999, 900_000].map(keyAt)).toEqual([
      'mail.password-changed.ann.0',
      'mail.password-changed.ann.0',
      'mail.password-changed.ann.1',
    ]);
  });

  test('and none where no mail leaves', () => {
    const on = { sub: 'ann', origin: '', nowMs: 0 };
    expect(run(planPasswordChanged({ practiceZone: 'UTC', mailer: noMailer }, on), {}).asked).toEqual([]);
  });
});
