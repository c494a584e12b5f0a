import type { GenericSchema } from 'valibot';
import type { StoredRecord } from './record.ts';
import { recordKey } from './record.ts';

/** What a mutator asks for before it runs. Ranges are half-open over index keys. */
export type LoadRequest =
  | { readonly kind: 'get'; readonly collection: string; readonly id: string }
  | {
      readonly kind: 'range';
      readonly collection: string;
      readonly index: string;
      readonly from: string;
      readonly to: string;
    }
  | { readonly kind: 'roles'; readonly scope: string };

/**
 * `unknown` is a device's honest answer for a row it does not hold; the server only ever says found or absent.
 * What the actor may not read is absent.
 */
export type Known =
  | { readonly state: 'found'; readonly record: StoredRecord }
  | { readonly state: 'absent' }
  | { readonly state: 'unknown' };

export interface LoadedRange {
  readonly records: readonly StoredRecord[];
  readonly complete: boolean;
}

export type LoadAnswer =
  | { readonly kind: 'get'; readonly known: Known }
  | { readonly kind: 'range'; readonly range: LoadedRange }
  | { readonly kind: 'roles'; readonly roles: readonly string[] };

/** A stable name of a request; asking twice costs nothing. */
export function loadKey(request: LoadRequest): string {
  switch (request.kind) {
    case 'get':
      return `g|${recordKey(request.collection, request.id)}`;
    case 'range':
      return `r|${request.collection}|${request.index}|${request.from}..${request.to}`;
    case 'roles':
      return `s|${request.scope}`;
  }
}

/**
 * A collection, as far as facts know it. Stores hand out records of this build's shape that fit its schema: a device opens none
 * that does not (`rowToRecord`), a server writes none that does not. Nobody parses them again.
 */
interface Named<Body> {
  readonly name: string;
  readonly body: GenericSchema<unknown, Body>;
}

/** All that a mutator knows. Reading something that `load` did not declare is a bug and throws. */
export class Facts {
  readonly #answers = new Map<string, LoadAnswer>();

  has(request: LoadRequest): boolean {
    return this.#answers.has(loadKey(request));
  }

  add(request: LoadRequest, answer: LoadAnswer): void {
    this.#answers.set(loadKey(request), answer);
  }

  get(collection: string, id: string): Known {
    const answer = this.#must({ kind: 'get', collection, id });
    if (answer.kind !== 'get') throw new Error('wrong answer kind');
    return answer.known;
  }

  /** The record, or undefined where it is absent or unknown. */
  find<Body>(collection: Named<Body>, id: string): StoredRecord<Body> | undefined {
    const known = this.get(collection.name, id);
    return known.state === 'found' ? (known.record as StoredRecord<never>) : undefined;
  }

  /** Whether it is here at all. */
  holds(collection: string, id: string): boolean {
    return this.get(collection, id).state === 'found';
  }

  /** The records of a range, as far as they are here. */
  within<Body>(
    collection: Named<Body>,
    { index, from, to }: Pick<Extract<LoadRequest, { kind: 'range' }>, 'index' | 'from' | 'to'>,
  ): readonly StoredRecord<Body>[] {
    return this.range(collection.name, index, from, to).records as readonly StoredRecord<never>[];
  }

  range(collection: string, index: string, from: string, to: string): LoadedRange {
    const answer = this.#must({ kind: 'range', collection, index, from, to });
    if (answer.kind !== 'range') throw new Error('wrong answer kind');
    return answer.range;
  }

  /** The actor's roles in this scope; empty for a stranger. */
  rolesIn(scope: string): readonly string[] {
    const answer = this.#must({ kind: 'roles', scope });
    if (answer.kind !== 'roles') throw new Error('wrong answer kind');
    return answer.roles;
  }

  /** Whether the device lacked something: the outcome is then only "requested" until the server has spoken. */
  get uncertain(): boolean {
    for (const answer of this.#answers.values()) {
      if (answer.kind === 'get' && answer.known.state === 'unknown') return true;
      if (answer.kind === 'range' && !answer.range.complete) return true;
    }
    return false;
  }

  /** Keys of all records that were found: what a later mutation depends on. */
  get loadedKeys(): readonly string[] {
    const keys = new Set<string>();
    for (const answer of this.#answers.values()) {
      if (answer.kind === 'get' && answer.known.state === 'found') {
        keys.add(recordKey(answer.known.record.collection, answer.known.record.id));
      } else if (answer.kind === 'range') {
        for (const record of answer.range.records) keys.add(recordKey(record.collection, record.id));
      }
    }
    return [...keys];
  }

  /** Scopes in which roles were asked for. */
  get askedScopes(): readonly string[] {
    return [...this.#answers.keys()].flatMap((key) => (key.startsWith('s|') ? [key.slice(2)] : []));
  }

  #must(request: LoadRequest): LoadAnswer {
    const answer = this.#answers.get(loadKey(request));
    if (!answer) throw new Error(`not loaded: ${request.kind}`);
    return answer;
  }
}
