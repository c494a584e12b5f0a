import { next, shippedRules, start, type Bounds, type Rules, type State } from './delivery-model.ts';

export interface Exploration {
  readonly states: number;
  readonly depth: number;
  /** The shortest way to a state in which something is wrong; null where there is none. */
  readonly broken: { readonly what: string; readonly steps: readonly string[] } | null;
}

interface Seen {
  readonly from: string | null;
  readonly step: string;
}

/** Visits every state within so many steps, nearest first. */
export function explore(options: {
  readonly depth: number;
  readonly bounds: Bounds;
  readonly rules?: Rules;
}): Exploration {
  const rules = options.rules ?? shippedRules;
  const seen = new Map<string, Seen>([[JSON.stringify(start), { from: null, step: 'start' }]]);
  let edge: readonly State[] = [start];
  let depth = 0;
  while (edge.length > 0 && depth < options.depth) {
    depth += 1;
    const further: State[] = [];
    for (const state of edge) {
      const from = JSON.stringify(state);
      for (const [step, reached] of next(state, rules, options.bounds)) {
        const key = JSON.stringify(reached);
        if (seen.has(key)) continue;
        seen.set(key, { from, step });
        const what = wrong(reached) ?? stuck(reached, rules);
        if (what) return { states: seen.size, depth, broken: { what, steps: wayTo(seen, key) } };
        further.push(reached);
      }
    }
    edge = further;
  }
  return { states: seen.size, depth, broken: null };
}

/** What must hold in every state. */
function wrong(state: State): string | null {
  const { server, live, safe, saved } = state;
  if (new Set(server.log).size !== server.log.length) return 'a change was applied twice';
  if (server.log.some((id) => server.refused.includes(id))) return 'a change was applied and refused';
  for (const id of saved) {
    const isApplied = server.log.includes(id);
    for (const [name, disk] of [
      ['the device', live],
      ['a power loss', safe],
    ] as const) {
      const isThere = disk.outbox.includes(id) || disk.attention.includes(id);
      if (!isThere && !isApplied) return `${name} leaves change ${id} nowhere`;
    }
  }
  if (live.attention.some((id) => live.base.includes(id))) return 'what was refused is shown as applied';
  if (live.base.some((id) => !server.log.includes(id))) return 'the device shows what the server never applied';
  return null;
}

const rounds = 6;

/** From here on the network is good and one tab leads: does everything drain and agree? */
function stuck(state: State, rules: Rules): string | null {
  const wide: Bounds = { writes: 0, messages: Infinity, terms: Infinity, crashes: 0 };
  const take = (from: State, step: string): State =>
    next(from, rules, wide).find(([name]) => name === step)?.[1] ?? from;
  let now = take({ ...state, net: [] }, 'tab 0 leads');
  for (let round = 0; round < rounds; round += 1) {
    for (const step of [
      'tab 0 pushes',
      'push arrives',
      'pushed arrives',
      'tab 0 pulls',
      'pull arrives',
      'page arrives',
    ])
      now = take(now, step);
  }
  if (now.live.outbox.length > 0) return `stuck: ${now.live.outbox.join()} never leaves`;
  if (now.live.base.join() !== [...now.server.log].sort((a, b) => a - b).join())
    return 'stuck: device and server differ';
  const unseen = now.saved.filter((id) => !now.server.log.includes(id) && !now.live.attention.includes(id));
  return unseen.length > 0 ? `stuck: ${unseen.join()} was refused and is not shown` : null;
}

function wayTo(seen: ReadonlyMap<string, Seen>, key: string): readonly string[] {
  const steps: string[] = [];
  for (let at: string | null = key; at !== null; at = seen.get(at)?.from ?? null)
    steps.unshift(seen.get(at)?.step ?? '');
  return steps;
}
