import type { Ahead, Body, ReplicaRow, ReplicaStore } from '../ports.ts';
import { seededRandom } from './builders.ts';
import { messageOf, put, run, type StoreCase } from './store-case.ts';

/** [ST-32] That a body was run on what is remembered never shows: what is written rests on what storage held. */
export const aheadContract: readonly StoreCase[] = [
  {
    name: '[ST-32] changes that are made at once stand in their order, each upon the one before it',
    observe: async (open) => {
      const store = open();
      const letters = ['a', 'b', 'c', 'd', 'e', 'f'];
      for (const letter of letters) await make(store, { key: 'n|1', letter });
      await Promise.all(letters.map((letter) => make(store, { key: 'n|1', letter })));
      return [await lying(store, 'n|1'), await counted(store)];
    },
    expected: ['abcdefabcdef', 12],
  },
  {
    name: '[ST-32] a change rests on what another connection has just written, of which no word has come',
    observe: async (open) => {
      const [one, other] = [open(), open()];
      for (const store of [one, other, one]) await make(store, { key: 'n|1', letter: '-' });
      for (const letter of ['a', 'b', 'c', 'd', 'e', 'f'])
        await Promise.all([make(other, { key: 'n|1', letter }), make(one, { key: 'n|1', letter: '.' })]);
      return [(await lying(one, 'n|1')).split('').toSorted().join(''), await counted(one)];
    },
    expected: ['---......abcdef', 15],
  },
  {
    name: '[ST-32] whatever several connections change at the same time, each change rests on all that came before it',
    observe: async (open) => {
      const wrong: string[] = [];
      for (let seed = 1; seed <= 6; seed += 1) wrong.push(...(await crowd([open(), open(), open()], seed)));
      return wrong;
    },
    expected: [],
  },
];

/** So many that they are asked for before the body asks. */
const metas = ['client', 'cursor', 'lock'] as const;

/** A change of one key's text, of the count, or of both; `letter`: told from every other's. */
interface Change {
  readonly key?: string;
  readonly letter: string;
  readonly isCounted?: boolean;
  readonly isFailing?: boolean;
}

/** What a change found and left; a row of the outbox. */
interface Entry {
  readonly text?: { readonly key: string; readonly found: string; readonly left: string };
  readonly found?: number;
}

const textOf = (row: ReplicaRow | undefined): string => (typeof row?.m === 'string' ? row.m : '');
const countOf = (row: ReplicaRow | undefined): number => (typeof row?.m === 'number' ? row.m : 0);

/** Makes a change as a person does: it counts on, and adds its letter to what lies at the key. Who does not count does not rest on the count. */
function make(store: ReplicaStore, change: Change, isSaid = true): Promise<void> {
  const { key, letter, isCounted = true, isFailing = false } = change;
  const body = function* (): Body<void> {
    const [small, lies] = yield [
      { op: 'get', table: 'meta', keys: metas },
      { op: 'get', table: 'overlay', keys: key === undefined ? [] : [key] },
    ];
    const [found, text] = [countOf(small?.[0]), textOf(lies?.[0])];
    const entry: Entry = {
      ...(key !== undefined && { text: { key, found: text, left: text + letter } }),
      ...(isCounted && { found }),
    };
    if (entry.text && key !== undefined) yield [put('overlay', { k: key, m: entry.text.left })];
    if (isCounted) yield [put('meta', { k: 'client', m: found + 1 })];
    yield [put('outbox', { k: `o${letter}`, m: entry })];
    if (isFailing) throw new Error('a bug in the body');
  };
  const isSame: Ahead['isSame'] = (remembered, now) => !isCounted || countOf(remembered[0]) === countOf(now[0]);
  return isSaid ? store.tx('strict', body, { metas, isSame }) : store.tx('strict', body);
}

async function lying(store: ReplicaStore, key: string): Promise<string> {
  const [rows] = await run(store, [{ op: 'get', table: 'overlay', keys: [key] }]);
  return textOf(rows?.[0]);
}

async function counted(store: ReplicaStore): Promise<number> {
  const [rows] = await run(store, [{ op: 'get', table: 'meta', keys: ['client'] }]);
  return countOf(rows?.[0]);
}

/** Changes of several connections under way at once, some of which fail; answers what of them does not follow one from the other. */
async function crowd(stores: readonly ReplicaStore[], seed: number): Promise<readonly string[]> {
  const random = seededRandom(seed);
  const [first] = stores;
  if (!first) return ['no store'];
  await run(first, [
    { op: 'delete', table: 'overlay', keys: keysOfCrowd },
    { op: 'delete', table: 'meta', keys: ['client'] },
  ]);
  const made: string[] = [];
  let under: Promise<void>[] = [];
  for (let turn = 0; turn < 100; turn += 1) {
    const store = stores[random.below(stores.length)] ?? first;
    const key = keysOfCrowd[random.below(keysOfCrowd.length)] ?? '';
    const kind = random.below(4);
    const letter = `${seed}.${turn} `;
    const change = { letter, isFailing: random.chance(0.1), isCounted: kind !== 0, ...(kind !== 1 && { key }) };
    // Not every writer says what it rests on.
    const attempt = messageOf(make(store, change, random.chance(0.85)));
    under.push(
      attempt.then((message) => {
        if (message === null) made.push(`o${letter}`);
      }),
    );
    if (random.chance(0.4)) {
      await Promise.all(under);
      under = [];
    }
  }
  await Promise.all(under);
  return judge(first, made);
}

const keysOfCrowd = ['n|1', 'n|2', 'n|3'];

/** Each must have found what one other left, and nobody what another found. */
async function judge(store: ReplicaStore, made: readonly string[]): Promise<readonly string[]> {
  const [rows] = await run(store, [{ op: 'get', table: 'outbox', keys: made }]);
  const entries = (rows ?? []).flatMap((row) => (row ? [row.m as Entry] : []));
  const wrong = entries.length === made.length ? [] : [`${made.length} were made, ${entries.length} stand`];
  const counts = entries.flatMap(({ found }) => found ?? []).toSorted((a, b) => a - b);
  if (counts.some((found, index) => found !== index)) wrong.push(`counted from ${counts.join(' ')}`);
  if ((await counted(store)) !== counts.length) wrong.push(`${counts.length} counted, ${await counted(store)} stands`);
  for (const key of keysOfCrowd) {
    const texts = entries.flatMap(({ text }) => (text?.key === key ? [text] : []));
    const after = new Map(texts.map(({ found, left }) => [found, left]));
    let [text, steps] = ['', 0];
    for (let left = after.get(text); left !== undefined; left = after.get(text)) [text, steps] = [left, steps + 1];
    if (steps !== texts.length) wrong.push(`${key}: ${texts.length} changes, ${steps} of them upon each other`);
    if ((await lying(store, key)) !== text) wrong.push(`${key} lies otherwise than it was left`);
  }
  return wrong;
}
