import type { BrokenRule } from './broken-rule.ts';

const transaction = 'sync/store/indexeddb-transaction.ts';
const store = 'sync/store/indexeddb-store.ts';
const change = 'sync/store/store-change.ts';
const memory = 'sync/store/memory-store.ts';
const tests = ['sync/store/indexeddb-store.test.ts'];
const memoryTests = ['sync/store/memory-store.test.ts'];

/** The contract of `ReplicaStore`, broken in the store that ships; ST-8 and ST-9 are about the disk that tests break. */
export const brokenInStore: readonly BrokenRule[] = [
  {
    rule: 'ST-1',
    what: 'writes are put off to the end of the turn',
    file: transaction,
    from: 'for (const row of command.rows) store.put(row);',
    to: 'queueMicrotask(() => {\n          for (const row of command.rows) store.put(row);\n        });',
    tests,
  },
  {
    rule: 'ST-2',
    what: 'a body that throws leaves what it had written',
    file: transaction,
    from: '        transaction.abort();\n',
    to: '        reject(failure.error);\n',
    tests,
  },
  {
    rule: 'ST-3',
    what: 'a range takes its end with it',
    file: transaction,
    from: 'IDBKeyRange.bound(command.from, command.to, false, true)',
    to: 'IDBKeyRange.bound(command.from, command.to)',
    tests,
  },
  {
    rule: 'ST-4',
    what: 'an index range gives a row once per entry',
    file: transaction,
    from: "return command.by === 'x' ? distinct(rows) : rows;",
    to: 'return rows;',
    tests,
  },
  {
    rule: 'ST-5',
    what: 'rows are stored as JSON',
    file: transaction,
    from: 'for (const row of command.rows) store.put(row);',
    to: 'for (const row of command.rows) store.put(JSON.parse(JSON.stringify(row)));',
    tests,
  },
  {
    rule: 'ST-6',
    what: 'a connection remembers what it has read',
    file: transaction,
    from: 'const requests = command.keys.map((key) => this.#read<ReplicaRow | undefined>(store.get(key)));',
    to: `const { db } = store.transaction as { db: { known?: Map<string, IDBRequest> } };
        const known = (db.known ??= new Map());
        const requests = command.keys.map((key) => {
          const name = store.name + key;
          if (!known.has(name)) known.set(name, this.#read(store.get(key)));
          return known.get(name);
        });`,
    tests,
  },
  {
    rule: 'ST-7',
    what: 'a change does not name its collections',
    file: change,
    from: '      this.#collections.add(collectionOfKey(key));\n',
    to: '',
    tests,
  },
  {
    rule: 'ST-8',
    what: 'a strict commit is as loose as any other',
    file: memory,
    from: "if (durability === 'strict') this.flushTouched();",
    to: '',
    tests: memoryTests,
  },
  {
    rule: 'ST-9',
    what: 'a fault before the commit leaves the writes',
    file: memory,
    from: '        undo.reverse().forEach((back) => back());',
    to: '        undo.reverse();',
    tests: memoryTests,
  },
  {
    rule: 'ST-10',
    what: 'a reading body may write',
    file: store,
    from: "run('readonly', 'relaxed', body)",
    to: "run('readwrite', 'relaxed', body)",
    tests,
  },
  {
    rule: 'ST-11',
    what: 'the limit of an index range counts entries',
    file: transaction,
    from: 'const isShort = rows.length < wanted.limit && request.result.length === wanted.count;',
    to: 'const isShort = false;',
    tests,
  },
  {
    rule: 'ST-12',
    what: 'a reversed range with a limit gives the first rows',
    file: transaction,
    from: "source.openCursor(range, 'prev')",
    to: "source.openCursor(range, 'next')",
    tests,
  },
  {
    rule: 'ST-13',
    what: 'the writes of a batch are sent before its reads',
    file: transaction,
    from: '    this.#onSettled = onSettled;\n',
    to: `    this.#onSettled = onSettled;
    for (const command of commands)
      if (command.op === 'put' || command.op === 'delete') this.#send(transaction.objectStore(command.table), command);
`,
    tests,
  },
  {
    rule: 'ST-14',
    what: 'a base row is told of although a pending one lies over it',
    file: change,
    from: '(command.isBare && !isHidden)',
    to: 'command.isBare',
    tests,
  },
  {
    rule: 'ST-14',
    what: 'a row that the commit deleted again is told of',
    file: change,
    from: 'for (const key of command.keys) if (this.#shown.get(key)?.table === table) this.#shown.delete(key);',
    to: 'void table;',
    tests,
  },
  {
    rule: 'ST-15',
    what: 'a change names however many keys',
    file: change,
    from: 'if (this.#keys && this.#keys.size > maxKeys) this.#keys = null;',
    to: '',
    tests,
  },
  {
    rule: 'ST-16',
    what: 'a range that ends where it begins is asked of the browser',
    file: transaction,
    from: 'if (command.from >= command.to) return () => [];',
    to: '',
    tests,
  },
  {
    rule: 'ST-17',
    what: 'a commit without a row is told',
    file: change,
    from: 'if (keys.length === 0) return;',
    to: '',
    tests,
  },
  {
    rule: 'ST-18',
    what: 'a commit of another connection looks like the own one',
    file: change,
    from: 'isForeign: true }',
    to: 'isForeign: false }',
    tests,
  },
  {
    rule: 'ST-18',
    what: 'other tabs are told every row of a large commit',
    file: change,
    from: 'if (!shown || shown.size > maxToldRows) return named;',
    to: 'if (!shown) return named;',
    tests,
  },
  {
    rule: 'ST-19',
    what: 'who stopped watching hears on',
    file: store,
    from: 'return () => watchers.delete(onChange);',
    to: 'return () => undefined;',
    tests,
  },
  {
    rule: 'ST-19',
    what: 'a closed connection opens itself again',
    file: store,
    from: "    this.#over ??= 'failed';\n",
    to: '',
    tests,
  },
  {
    rule: 'ST-20',
    what: 'a tab whose database was upgraded does not say so',
    file: store,
    from: '      else this.#endByUpdate();\n    };',
    to: '      else this.#forget(opening);\n    };',
    tests,
  },
  {
    rule: 'ST-21',
    what: 'a deleted replica is brought back by its open store',
    file: store,
    from: "if (event.newVersion === null) this.#over ??= 'closed-by-update';\n      else this.#endByUpdate();",
    to: 'if (event.newVersion !== null) this.#endByUpdate();',
    tests,
  },
  {
    rule: 'ST-22',
    what: 'a lost handle is an error at once',
    file: store,
    from: "if (failure.code !== 'lost-handle' || delayMs === undefined) throw failure;",
    to: 'throw failure;',
    tests,
  },
  {
    rule: 'ST-23',
    what: 'a handle that was lost too often is given up for good',
    file: store,
    from: "if (failure.code !== 'lost-handle' || delayMs === undefined) throw failure;",
    to: "if (failure.code !== 'lost-handle' || delayMs === undefined) {\n          this.#over = failure.code;\n          throw failure;\n        }",
    tests,
  },
  {
    rule: 'ST-24',
    what: 'rows are told apart before a range is turned round',
    file: transaction,
    from: "const rows = command.reverse ? request.result.toReversed() : request.result;\n        return command.by === 'x' ? distinct(rows) : rows;",
    to: "const rows = command.by === 'x' ? distinct(request.result) : request.result;\n        return command.reverse ? rows.toReversed() : rows;",
    tests,
  },
  {
    rule: 'ST-25',
    what: 'a newer version that is found when a handle opens is not said',
    file: store,
    from: "if (toStoreError(error)?.code === 'closed-by-update') this.#endByUpdate();",
    to: '',
    tests,
  },
];
