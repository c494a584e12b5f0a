import type { seededRandom } from '../../sync/testing/builders.ts';
import { pushPath, type Death, type ServerHooks, type SimServer } from './sim-server.ts';

/** Odds of what happens to a message. */
export interface NetworkOdds {
  readonly drop: number;
  readonly loseAnswer: number;
  readonly duplicate: number;
  readonly crash: number;
  /** A captive portal answers in the server's place. */
  readonly portal: number;
  /** The connection stays open and nothing comes. */
  readonly halfOpen: number;
  /** The server has too much to do and says when to come again. */
  readonly busy: number;
  /** Something on the way does not take what is sent: 413 or 422. */
  readonly refused: number;
  readonly slowMs: number;
}

export const goodNetwork: NetworkOdds = {
  drop: 0,
  loseAnswer: 0,
  duplicate: 0,
  crash: 0,
  portal: 0,
  halfOpen: 0,
  busy: 0,
  refused: 0,
  slowMs: 5,
};
export const badNetwork: NetworkOdds = {
  drop: 0.2,
  loseAnswer: 0.25,
  duplicate: 0.2,
  crash: 0.15,
  portal: 0.08,
  halfOpen: 0.05,
  busy: 0.08,
  refused: 0.02,
  slowMs: 400,
};

/** What happens to one request, where a test decides it and not chance. */
export const callFaults = [
  'dropped',
  'answer lost',
  'sent twice',
  'server dies before it commits',
  'server dies after it has committed',
  'signed out',
  'half open',
] as const;
export type CallFault = (typeof callFaults)[number];

/** How long the shipped transport waits for a silent connection, roughly. */
const patienceMs = 15_000;
/** How often a request that kills the server does so at its first write: mostly the change itself. */
const atFirstWrite = 0.75;
const pullPath = '/api/sync/v1/pull';

/** The way from one device to the server. */
export class DeviceNetwork {
  readonly #server: SimServer;
  readonly #hooks: ServerHooks;
  readonly #random: ReturnType<typeof seededRandom>;
  readonly #sub: string;
  online = true;
  /** Asked once for each request. */
  callFault: () => CallFault | null = () => null;
  odds: NetworkOdds = goodNetwork;
  faults = 0;

  constructor(options: {
    readonly server: SimServer;
    readonly hooks: ServerHooks;
    readonly random: ReturnType<typeof seededRandom>;
    readonly sub: string;
  }) {
    this.#server = options.server;
    this.#hooks = options.hooks;
    this.#random = options.random;
    this.#sub = options.sub;
  }

  heal(): void {
    this.online = true;
    this.odds = goodNetwork;
    this.callFault = () => null;
  }

  /** Null: no answer came, whatever the server has made of it. */
  async send(path: string, init: RequestInit): Promise<Response | null> {
    const { odds } = this;
    const planned = this.callFault();
    await this.wait(1 + this.#random.below(odds.slowMs));
    if (!this.online || planned === 'dropped' || this.fault(odds.drop)) return null;
    const before = planned === 'signed out' ? refusal(401) : this.#answerOnTheWay(path);
    if (before) return before;
    const death = this.#death(planned);
    if (planned === 'sent twice' || this.fault(odds.duplicate)) await this.ask(path, init);
    const answer = await this.ask(path, init, death);
    if (planned === 'half open' || this.fault(odds.halfOpen)) {
      await this.wait(patienceMs);
      return null;
    }
    await this.wait(1 + this.#random.below(odds.slowMs));
    if (!this.online || planned === 'answer lost' || this.fault(odds.loseAnswer)) return null;
    return answer && path.startsWith(pullPath) ? this.#cut(answer) : answer;
  }

  /** A request that meets no fault. */
  ask(path: string, init: RequestInit, death?: Death): Promise<Response | null> {
    // What calls a request off here is no matter of the server's.
    const { signal: _signal, ...sent } = init;
    // As the browser says it: a body of a known length is read in one piece.
    const length = typeof sent.body === 'string' ? { 'content-length': String(Buffer.byteLength(sent.body)) } : {};
    const headers = { ...(sent.headers as Record<string, string> | undefined), ...length };
    return this.#server.ask({ sub: this.#sub, path, init: { ...sent, headers } }, death);
  }

  /** What a portal, a limit or a proxy says in the server's place. */
  #answerOnTheWay(path: string): Response | null {
    const { odds } = this;
    if (this.fault(odds.portal)) return new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } });
    if (this.fault(odds.busy)) {
      const retryAfter = this.#random.chance(0.5) ? {} : { 'retry-after': String(1 + this.#random.below(8)) };
      return refusal(this.#random.chance(0.5) ? 429 : 503, retryAfter);
    }
    return path === pushPath && this.fault(odds.refused) ? refusal(this.#random.chance(0.5) ? 413 : 422) : null;
  }

  /** A connection that is cut in the middle of a page. */
  async #cut(answer: Response): Promise<Response> {
    const isCut = this.#random.chance(this.odds.drop);
    if (answer.status !== 200 || (!isCut && this.#hooks.isHonest)) return answer;
    const lines = this.#hooks.carryLines((await answer.text()).split('\n').filter((line) => line !== ''));
    const left = this.#hooks.endLines(lines, isCut ? this.#random.below(lines.length + 1) : lines.length);
    return new Response(left.map((line) => `${line}\n`).join(''), { headers: answer.headers });
  }

  #death(planned: CallFault | null): Death {
    if (planned === 'server dies before it commits') return { point: 'before-commit', atWrite: 1 };
    if (planned === 'server dies after it has committed') return { point: 'after-commit', atWrite: 1 };
    if (!this.fault(this.odds.crash)) return { point: 'none', atWrite: 1 };
    return {
      point: this.#random.chance(0.5) ? 'before-commit' : 'after-commit',
      atWrite: this.#random.chance(atFirstWrite) ? 1 : 2,
    };
  }

  fault(chance: number): boolean {
    const hit = this.#random.chance(chance);
    if (hit) this.faults += 1;
    return hit;
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.#server.time.after(ms, resolve));
  }
}

function refusal(status: number, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response('{"detail":"No."}', { status, headers: { 'content-type': 'application/json', ...headers } });
}
