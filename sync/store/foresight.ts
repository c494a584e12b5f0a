import type { ReplicaRow, StoreCommand, StoreResult, TxBody } from '../ports.ts';
import { isRecordTable } from './record-table.ts';
import type { RowMemory } from './row-memory.ts';

/** What a body would do if storage held what is remembered, and what that rests on. */
export interface Foreseen<R> {
  readonly value: R;
  readonly writes: readonly StoreCommand[];
  /** Of the records. */
  readonly edition: string;
  /** The small rows, in the order of their names. */
  readonly metas: StoreResult;
}

/**
 * Runs a body on what its connection remembers. Null where it asks for what is not remembered, for a range, or for what it has
 * written itself, and where it throws: then only storage can say. [ST-32]
 */
export function foresee<R>(body: TxBody<R>, memory: RowMemory, names: readonly string[]): Foreseen<R> | null {
  const { edition } = memory;
  const metas = memory.metasOf(names);
  if (edition === null || !metas) return null;
  const writes: StoreCommand[] = [];
  const small = new Map(names.map((name, index) => [name, metas[index]]));
  const answer = (command: StoreCommand): StoreResult | null => {
    if (command.op === 'put' || command.op === 'delete') {
      writes.push(command);
      return [];
    }
    const isWritten = writes.some(({ table }) => table === command.table);
    return command.op === 'range' || isWritten ? null : recalled(command, memory, small);
  };
  try {
    const running = body(true);
    let step = running.next([]);
    while (!step.done) {
      const results: StoreResult[] = [];
      for (const command of step.value) {
        const result = answer(command);
        if (!result) return null;
        results.push(result);
      }
      step = running.next(results);
    }
    return { value: step.value, writes, edition, metas };
  } catch {
    // On what storage holds it may not throw; if it does, it is then.
    return null;
  }
}

function recalled(
  { table, keys }: Extract<StoreCommand, { op: 'get' }>,
  memory: RowMemory,
  small: ReadonlyMap<string, ReplicaRow | undefined>,
): StoreResult | null {
  const rows: (ReplicaRow | undefined)[] = [];
  for (const key of keys) {
    if (isRecordTable(table)) {
      const found = memory.find(table, key);
      if (!found) return null;
      rows.push(found.row);
    } else if (table === 'meta' && small.has(key)) rows.push(small.get(key));
    else return null;
  }
  return rows;
}
