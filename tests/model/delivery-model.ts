/**
 * The delivery of work as a small machine: two tabs of one device, a disk with a part that a power loss takes, a network
 * that drops, doubles and delays, a server that applies or refuses. Every state that can be reached in so many steps is
 * visited (`explore.ts`). It models the rules of `sync/SPEC.md` (OB-1, OB-2, PU-1, PU-2, PU-4, PL-1, LD-1), not the code.
 */

/** What lies on the device. Changes are numbered from 1; the number is also the uid. */
export interface Disk {
  readonly last: number;
  readonly outbox: readonly number[];
  /** No change up to here may be rewritten: its bytes may have left. */
  readonly sent: number;
  readonly mark: number;
  /** How much of the server's log is in. */
  readonly cursor: number;
  readonly confirmed: number;
  readonly base: readonly number[];
  readonly attention: readonly number[];
  readonly term: number;
}

type Tab = 0 | 1;

export type Message =
  | { readonly kind: 'push'; readonly tab: Tab; readonly rows: readonly number[] }
  | { readonly kind: 'pushed'; readonly tab: Tab; readonly mark: number }
  | { readonly kind: 'pull'; readonly tab: Tab; readonly cursor: number; readonly confirmed: number }
  | {
      readonly kind: 'page';
      readonly tab: Tab;
      readonly from: number;
      readonly to: number;
      readonly applied: readonly number[];
      readonly refused: readonly number[];
      readonly mark: number;
    };

export interface State {
  readonly live: Disk;
  /** What a power loss leaves. */
  readonly safe: Disk;
  /** The term under which each tab believes to lead; 0: it does not. */
  readonly terms: readonly [number, number];
  readonly net: readonly Message[];
  readonly server: {
    readonly mark: number;
    readonly log: readonly number[];
    /** Refusals that the device has not confirmed. */
    readonly refused: readonly number[];
    readonly access: boolean;
  };
  readonly saved: readonly number[];
  readonly crashes: number;
}

/** Rules that can be left out, to see that the model notices. */
export interface Rules {
  /** [OB-2] A page with refusals is written strictly. */
  readonly strictRefusals: boolean;
  /** [PU-4] What is settled is not applied again. */
  readonly once: boolean;
  /** [OB-2] Rows leave the outbox with the page that brings their effects, not at the answer to their push. */
  readonly leaveWithEffects: boolean;
}

export const shippedRules: Rules = {
  strictRefusals: true,
  once: true,
  leaveWithEffects: true,
};

/** How far the model goes. */
export interface Bounds {
  readonly writes: number;
  readonly messages: number;
  readonly terms: number;
  readonly crashes: number;
}

const emptyDisk: Disk = {
  last: 0,
  outbox: [],
  sent: 0,
  mark: 0,
  cursor: 0,
  confirmed: 0,
  base: [],
  attention: [],
  term: 0,
};

export const start: State = {
  live: emptyDisk,
  safe: emptyDisk,
  terms: [0, 0],
  net: [],
  server: { mark: 0, log: [], refused: [], access: true },
  saved: [],
  crashes: 0,
};

/** Everything that can happen next, by name. */
export function next(state: State, rules: Rules, bounds: Bounds): readonly (readonly [string, State])[] {
  const out: (readonly [string, State])[] = [];
  const { live, net } = state;
  if (live.last < bounds.writes) out.push(['write', write(state)]);
  if (state.server.access) out.push(['revoke', { ...state, server: { ...state.server, access: false } }]);
  if (state.crashes < bounds.crashes) out.push(['power loss', powerLoss(state)]);
  for (const tab of [0, 1] as const) {
    if (live.term < bounds.terms) out.push([`tab ${tab} leads`, takeLead(state, tab)]);
    if (state.terms[tab] === 0 || net.length >= bounds.messages) continue;
    if (live.outbox.some((id) => id > live.mark)) out.push([`tab ${tab} pushes`, push(state, tab)]);
    out.push([`tab ${tab} pulls`, pull(state, tab)]);
  }
  for (const [index, message] of net.entries()) {
    const rest = { ...state, net: net.filter((_, other) => other !== index) };
    out.push([`${message.kind} is lost`, rest], [`${message.kind} arrives`, deliver(rest, message, rules)]);
    // A request may come twice; an answer belongs to one request.
    if (message.kind === 'push' && net.length < bounds.messages)
      out.push(['push arrives, and once more later', deliver(state, message, rules)]);
  }
  return out;
}

function write(state: State): State {
  const last = state.live.last + 1;
  const live = { ...state.live, last, outbox: [...state.live.outbox, last] };
  return { ...state, live, safe: live, saved: [...state.saved, last] };
}

function powerLoss(state: State): State {
  return { ...state, live: state.safe, terms: [0, 0], crashes: state.crashes + 1 };
}

function takeLead(state: State, tab: Tab): State {
  const term = state.live.term + 1;
  const terms: [number, number] = [...state.terms];
  terms[tab] = term;
  return { ...state, live: { ...state.live, term }, terms };
}

/** [LD-1] Looked at in the transaction that takes an answer. */
function leads(state: State, tab: Tab): boolean {
  return state.terms[tab] !== 0 && state.terms[tab] === state.live.term;
}

/** Takes the rows above the mark and draws the line, strictly, before bytes leave. */
function push(state: State, tab: Tab): State {
  if (state.terms[tab] !== state.live.term) return state;
  const rows = state.live.outbox.filter((id) => id > state.live.mark);
  const live = { ...state.live, sent: Math.max(state.live.sent, ...rows) };
  return { ...state, live, safe: live, net: [...state.net, { kind: 'push', tab, rows }] };
}

function pull(state: State, tab: Tab): State {
  const { cursor, confirmed } = state.live;
  return { ...state, net: [...state.net, { kind: 'pull', tab, cursor, confirmed }] };
}

function deliver(state: State, message: Message, rules: Rules): State {
  switch (message.kind) {
    case 'push':
      return serverTakes(state, message, rules);
    case 'pushed':
      return takeAnswer(state, message, rules);
    case 'pull':
      return serverAnswers(state, message);
    case 'page':
      return applyPage(state, message, rules);
  }
}

function serverTakes(state: State, message: Extract<Message, { kind: 'push' }>, rules: Rules): State {
  let { mark, log, refused } = state.server;
  for (const id of message.rows) {
    if (rules.once && id <= mark) continue;
    // Ids stay dense: what comes too early is of another history.
    if (id > mark + 1) break;
    if (state.server.access) log = [...log, id];
    else refused = [...refused, id];
    mark = Math.max(mark, id);
  }
  const answer: Message = { kind: 'pushed', tab: message.tab, mark };
  return { ...state, server: { ...state.server, mark, log, refused }, net: [...state.net, answer] };
}

function takeAnswer(state: State, message: Extract<Message, { kind: 'pushed' }>, rules: Rules): State {
  if (!leads(state, message.tab)) return state;
  const mark = Math.max(state.live.mark, message.mark);
  const outbox = rules.leaveWithEffects ? state.live.outbox : state.live.outbox.filter((id) => id > mark);
  return { ...state, live: { ...state.live, mark, outbox } };
}

/** What the device confirms, the server forgets. */
function serverAnswers(state: State, message: Extract<Message, { kind: 'pull' }>): State {
  const refused = state.server.refused.filter((id) => id > message.confirmed);
  const { log, mark } = state.server;
  const page: Message = {
    kind: 'page',
    tab: message.tab,
    from: message.cursor,
    to: log.length,
    applied: log.slice(message.cursor),
    refused,
    mark,
  };
  return { ...state, server: { ...state.server, refused }, net: [...state.net, page] };
}

function applyPage(state: State, page: Extract<Message, { kind: 'page' }>, rules: Rules): State {
  if (!leads(state, page.tab)) return state;
  if (page.from !== state.live.cursor) return state;
  const settled = state.live.outbox.filter((id) => id <= page.mark);
  const live: Disk = {
    ...state.live,
    base: union(state.live.base, page.applied),
    attention: union(
      state.live.attention,
      settled.filter((id) => page.refused.includes(id)),
    ),
    outbox: state.live.outbox.filter((id) => id > page.mark),
    cursor: page.to,
    confirmed: Math.max(state.live.confirmed, page.mark),
    mark: Math.max(state.live.mark, page.mark),
  };
  const isStrict = rules.strictRefusals && page.refused.length > 0;
  return { ...state, live, safe: isStrict ? live : state.safe };
}

function union(one: readonly number[], other: readonly number[]): readonly number[] {
  return [...new Set([...one, ...other])].sort((a, b) => a - b);
}
