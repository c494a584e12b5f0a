import { describe, expect, it } from 'vitest';
import type { ReplicaRow, StoreChange } from '../ports.ts';
import type { RecordTable } from './record-table.ts';
import { Recall } from './recall.ts';
import { RowMemory, type WrittenRows } from './row-memory.ts';

const row = (k: string, more: Partial<ReplicaRow> = {}): ReplicaRow => ({ k, m: `of ${k}`, ...more });

/** A memory that has met an edition. */
function met(edition: string | null = 'e1'): RowMemory {
  const memory = new RowMemory('here');
  memory.meet(edition);
  return memory;
}

/** What is remembered of a key: its row's `m`, `nothing` where it is known that no row is there, null where nothing is known. */
function said(memory: RowMemory, table: RecordTable, key: string): unknown {
  const found = memory.find(table, key);
  return found && (found.row ? found.row.m : 'nothing');
}

/** Word of another connection's commit. */
function word(change: Partial<StoreChange> & { readonly keys: StoreChange['keys'] }): StoreChange {
  return { tables: new Set(['base']), collections: new Set(['n']), isForeign: true, ...change };
}

describe('[ST-31] what a connection remembers of records', () => {
  it('holds of the edition that it was read in, and is forgotten with it', () => {
    const memory = met();
    memory.learn('base', 'n|1', row('n|1'));
    memory.learn('overlay', 'n|1', undefined);
    expect(memory.find('base', 'n|1')).toEqual({ row: row('n|1'), edition: 'e1' });
    expect([said(memory, 'overlay', 'n|1'), said(memory, 'base', 'n|2')]).toEqual(['nothing', null]);
    memory.meet('e1');
    expect(said(memory, 'base', 'n|1')).toBe('of n|1');
    memory.meet('e2');
    memory.meet('e1');
    expect([said(memory, 'base', 'n|1'), said(memory, 'overlay', 'n|1')]).toEqual([null, null]);
  });

  it('is nothing where storage says no edition: its rows are of a build that tells none', () => {
    const memory = met(null);
    memory.learn('base', 'n|1', row('n|1'));
    memory.learnStretch('n|', 'n}', []);
    memory.follow({ from: null, to: 'e2' }, new Map([['base', new Map([['n|2', row('n|2')]])]]));
    expect(['n|1', 'n|2'].map((key) => [said(memory, 'base', key), said(memory, 'overlay', key)])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(memory.edition).toBe('e2');
  });

  it('calls no stretch whole of which a row was driven out', () => {
    const memory = met();
    memory.learnStretch('n|', 'n}', [row('n|1')]);
    expect([said(memory, 'overlay', 'n|1'), said(memory, 'overlay', 'n|2')]).toEqual(['of n|1', 'nothing']);
    for (let other = 0; other < 1000; other += 1) memory.learn('overlay', `x|${other}`, row(`x|${other}`));
    expect([said(memory, 'overlay', 'n|1'), said(memory, 'overlay', 'n|2')]).toEqual([null, null]);
  });

  it('gives each commit an edition of its own, which no other connection gives', () => {
    const [one, other] = [new RowMemory('one'), new RowMemory('other')];
    const editions = [one.newEdition(), one.newEdition(), other.newEdition(), other.newEdition()];
    expect(new Set(editions).size).toBe(4);
  });

  it('goes on with an own commit that comes next, and begins anew with one that does not', () => {
    const written: WrittenRows = new Map([
      [
        'base',
        new Map<string, ReplicaRow | undefined>([
          ['n|1', row('n|1', { m: 'new' })],
          ['n|9', row('n|9')],
        ]),
      ],
      ['overlay', new Map<string, ReplicaRow | undefined>([['n|2', undefined]])],
    ]);
    const memory = met();
    memory.learn('base', 'n|1', row('n|1'));
    memory.learn('base', 'n|3', row('n|3'));
    memory.learn('overlay', 'n|2', row('n|2'));
    memory.follow({ from: 'e1', to: 'e2' }, written);
    // A row that nobody asked for does not come in by being written: a page of thousands would drive out what is in use.
    expect(['n|1', 'n|3', 'n|9'].map((key) => said(memory, 'base', key))).toEqual(['new', 'of n|3', null]);
    expect([said(memory, 'overlay', 'n|2'), memory.edition]).toEqual(['nothing', 'e2']);
    memory.follow({ from: 'e7', to: 'e8' }, written);
    expect([said(memory, 'base', 'n|1'), said(memory, 'base', 'n|3'), memory.edition]).toEqual([null, null, 'e8']);
  });

  it('knows of a stretch of the overlay that nothing else is pending there, until it has a gap', () => {
    const memory = met();
    memory.learnStretch('n|', 'n}', [row('n|1')]);
    expect(['n|1', 'n|2', 'm|1', 'n}'].map((key) => said(memory, 'overlay', key))).toEqual([
      'of n|1',
      'nothing',
      null,
      null,
    ]);
    expect(said(memory, 'base', 'n|2')).toBeNull();
    memory.follow(
      { from: 'e1', to: 'e2' },
      new Map([
        [
          'overlay',
          new Map<string, ReplicaRow | undefined>([
            ['n|2', row('n|2')],
            ['n|1', undefined],
          ]),
        ],
      ]),
    );
    expect(['n|1', 'n|2', 'n|3'].map((key) => said(memory, 'overlay', key))).toEqual(['nothing', 'of n|2', 'nothing']);
    memory.learn('overlay', 'n|2', row('n|2', { z: new Uint8Array(20_000) }));
    expect(['n|1', 'n|2', 'n|3'].map((key) => said(memory, 'overlay', key))).toEqual([null, null, null]);
  });

  it('has room for a screen, and forgets first what was asked for least lately', () => {
    const memory = met();
    const keys = Array.from({ length: 1001 }, (_, index) => `n|${index}`);
    for (const key of keys.slice(0, 1000)) memory.learn('base', key, row(key));
    memory.find('base', 'n|0');
    memory.learn('base', 'n|1000', row('n|1000'));
    expect(['n|0', 'n|1', 'n|2', 'n|1000'].map((key) => said(memory, 'base', key))).toEqual([
      'of n|0',
      null,
      'of n|2',
      'of n|1000',
    ]);
  });

  it('has no photos', () => {
    const memory = met();
    memory.learn('base', 'n|1', row('n|1'));
    memory.learn('base', 'n|1', row('n|1', { z: new Uint8Array(16_385) }));
    memory.learn('base', 'n|2', row('n|2', { z: new Uint8Array(16_384) }));
    expect([said(memory, 'base', 'n|1'), said(memory, 'base', 'n|2')]).toEqual([null, 'of n|2']);
  });
});

describe('[ST-31] word of another connection’s commit', () => {
  const edition = { from: 'e1', to: 'e2' };
  const filled = (): RowMemory => {
    const memory = met();
    for (const key of ['n|1', 'n|2', 'n|3']) memory.learn('base', key, row(key));
    memory.learnStretch('n|', 'n}', [row('n|3')]);
    return memory;
  };
  const all = (memory: RowMemory): readonly unknown[] =>
    ['n|1', 'n|2', 'n|3'].flatMap((key) => [said(memory, 'base', key), said(memory, 'overlay', key)]);

  it('that comes next is gone on with: its rows where it tells them, the others as they were', () => {
    const memory = filled();
    const now = row('n|3', { m: 'confirmed' });
    memory.hear(word({ edition, keys: new Set(['n|3']), shown: new Map([['n|3', { table: 'base', row: now }]]) }));
    expect([said(memory, 'base', 'n|3'), said(memory, 'overlay', 'n|3')]).toEqual(['confirmed', 'nothing']);
    expect([said(memory, 'base', 'n|1'), memory.edition]).toEqual(['of n|1', 'e2']);
  });

  it('that tells a pending row says nothing of the confirmed one below', () => {
    const memory = filled();
    const now = row('n|1', { m: 'pending' });
    memory.hear(word({ edition, keys: new Set(['n|1']), shown: new Map([['n|1', { table: 'overlay', row: now }]]) }));
    expect([said(memory, 'base', 'n|1'), said(memory, 'overlay', 'n|1')]).toEqual([null, 'pending']);
  });

  it('that only names what it touched has that forgotten, and that nothing is pending beside it', () => {
    const memory = filled();
    memory.hear(word({ edition, keys: new Set(['n|1']) }));
    expect(all(memory)).toEqual([null, null, 'of n|2', null, 'of n|3', 'of n|3']);
    expect(memory.edition).toBe('e2');
  });

  it('that names nothing has all forgotten', () => {
    const memory = filled();
    memory.hear(word({ edition, keys: null }));
    expect(all(memory)).toEqual([null, null, null, null, null, null]);
    expect(memory.edition).toBe('e2');
  });

  it.each([
    ['of a commit that comes after one not heard of', { from: 'e5', to: 'e6' }],
    ['of a commit that did not know what it found', { from: null, to: 'e2' }],
  ])('%s changes nothing: storage will say another edition', (_, edition) => {
    const memory = filled();
    const before = all(memory);
    memory.hear(word({ edition, keys: new Set(['n|1']) }));
    expect([all(memory), memory.edition]).toEqual([before, 'e1']);
  });

  it('without an edition has all forgotten, where it is of records: it is of a build that leaves none', () => {
    const memory = filled();
    const before = all(memory);
    memory.hear(word({ tables: new Set(['meta', 'outbox']), keys: new Set() }));
    expect([all(memory), memory.edition]).toEqual([before, 'e1']);
    memory.hear(word({ tables: new Set(['overlay']), keys: new Set(['n|1']) }));
    expect([all(memory), memory.edition]).toEqual([[null, null, null, null, null, null], null]);
  });
});

describe('[ST-31] what a reading adds', () => {
  it('of a stretch with a row that is too long to be remembered, storage is asked for that one', () => {
    const memory = met();
    memory.learnStretch('n|', 'n}', [row('n|1', { z: new Uint8Array(20_000) }), row('n|2')]);
    expect([said(memory, 'overlay', 'n|1'), said(memory, 'overlay', 'n|2')]).toEqual([null, 'of n|2']);
  });

  it('is nothing, where a younger commit was heard of before the answer came', () => {
    const answers = {
      learn: (recall: Recall) => recall.learn('base', ['n|1'], [row('n|1')]),
      range: (recall: Recall) =>
        recall.learnRange({ op: 'range', table: 'overlay', by: 'k', from: 'n|', to: 'n}' }, [row('n|1')]),
    };
    for (const answer of Object.values(answers)) {
      const memory = new RowMemory('here');
      const reader = new Recall(memory, { answers: false });
      reader.ask(() => [{ k: 'edition', m: 'there 1' }]);
      memory.hear(word({ keys: new Set(['n|1']), shown: new Map(), edition: { from: 'there 1', to: 'there 2' } }));
      answer(reader);
      const writer = new Recall(memory);
      writer.ask(() => [{ k: 'edition', m: 'there 2' }]);
      expect([writer.find('base', 'n|1'), writer.find('overlay', 'n|1')]).toEqual([null, null]);
    }
  });
});
