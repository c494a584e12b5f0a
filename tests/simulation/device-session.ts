import sodium from 'libsodium-wrappers';
import * as v from 'valibot';
import type { Clock } from '../../sync/ports.ts';
import { activityHeader } from '../../sync/core/device-statements.ts';
import { initiateAuthResponse, type InitiateAuthResponse } from '../../sync/protocol/session-message.ts';
import type { Api, ClientPorts } from '../../sync/client/client-ports.ts';
import { createActivitySigner } from '../../sync/client/keys/activity-signer.ts';
import { registerDepositKey, registerSignKey } from '../../sync/client/keys/register-keys.ts';
import type { KeyRing } from '../../sync/client/keys/replica-keys.ts';
import type { DeviceAccount } from '../../sync/client/replica/device.ts';
import type { Replica } from '../../sync/client/replica/replica.ts';
import { resumeSession } from '../../sync/client/session/resume-session.ts';
import { sessionFacts, type SessionFacts } from '../../sync/client/session/session-facts.ts';
import type { DeviceNetwork } from './device-network.ts';
import { accountOf, passwordOf } from './sim-accounts.ts';
import type { Death } from './sim-server.ts';

const origin = 'http://localhost';
const loginPath = '/api/login/v1';
const begins: ReadonlySet<string> = new Set([`${loginPath}/initiate_auth`, `${loginPath}/resume`]);
/** A signature costs more than the rest of a request, and the server writes activity down every half minute. */
const signEveryMs = 25_000;
/** When a session is over, as the specification says it: by inactivity, and by its age. */
const limitsMs = { idle: 59 * 60_000, professional: 12 * 3_600_000, client: 30 * 24 * 3_600_000 } as const;

/** What lies in the browser beside the replica. */
export type Cookies = ReadonlyMap<string, string>;

/** An opened tab's keys: by them a device registers and comes back. */
export interface TabKeys {
  readonly replica: Replica;
  readonly ring: KeyRing;
}

/** Who a device's browser is signed in as: cookies, and what the server said of the session. */
export class DeviceSession {
  readonly #network: DeviceNetwork;
  readonly #sub: string;
  readonly #clock: Clock;
  readonly #serverNow: () => number;
  readonly #isProfessional: boolean;
  readonly #hasKey: boolean;
  #cookies = new Map<string, string>();
  /** Counts the browsers that have held this profile: what was asked for in one is not heard in the next. */
  #browser = 0;
  #answer: InitiateAuthResponse | null = null;
  #renewing: Promise<boolean | null> | null = null;
  #signedAtMs = 0;
  #begunAtMs = 0;
  /** Once past a limit, until another begins. */
  #isOverByRule = false;
  /** The last request that may have counted as the person's. */
  #activeAtMs = 0;
  #sign: ((time: number, idle: number) => string) | null = null;
  /** The server has said that it is over. */
  isOver = true;
  /** Nobody has logged out here since: the device may deliver by itself. */
  isTrusted = true;
  /** Told when the server says so. */
  onOver: () => void = () => undefined;
  /** A session that had ended was let in. */
  readonly violations: string[] = [];

  constructor(options: {
    readonly network: DeviceNetwork;
    readonly sub: string;
    readonly clock: Clock;
    readonly serverNow: () => number;
    /** Whether the device registers a key of its own: it comes back by that, and only what it signs counts as activity. */
    readonly hasKey: boolean;
  }) {
    this.#hasKey = options.hasKey;
    this.#network = options.network;
    this.#sub = options.sub;
    this.#clock = options.clock;
    this.#serverNow = options.serverNow;
    this.#isProfessional = accountOf(options.sub).row.userType === 'orchid_pro';
  }

  get familyId(): string {
    return this.#answer?.session ?? '';
  }

  get cookies(): Cookies {
    return new Map(this.#cookies);
  }

  /** The browser's profile was replaced, or emptied. */
  setCookies(cookies: Cookies): void {
    this.#cookies = new Map(cookies);
    this.#browser += 1;
    this.#sign = null;
  }

  /** The person types the password, on a network that works. */
  async signIn(): Promise<void> {
    const body = { username_or_email: accountOf(this.#sub).row.email, password: passwordOf(this.#sub) };
    const response = await this.#send(`${loginPath}/initiate_auth`, jsonOf('POST', body), { isSure: true });
    if (response?.status !== 200) throw new Error(`a sign-in was answered ${response?.status}`);
    this.#begin(v.parse(initiateAuthResponse, await response.json()));
  }

  /** Ends it at the server: `lock` leaves the device its own key, `logout` does not. */
  async end(how: 'lock' | 'logout'): Promise<void> {
    await this.#send(`${loginPath}/${how}`, jsonOf('POST', {}), { isSure: true });
    this.isOver = true;
    if (how === 'logout') this.isTrusted = false;
  }

  /** Comes back by the device's own key, as far as the network and the server let it. */
  async resume({ replica, ring }: TabKeys): Promise<boolean> {
    const ports = { ...this.#ports, clock: this.#clock, activity: noActivity, origin };
    const outcome = await resumeSession(ports, replica.store, { account: this.#account, ring });
    if (outcome.kind !== 'ok') return false;
    this.#begin(outcome.answer);
    return true;
  }

  /** Registers what the device comes back by, and what its requests prove activity by from then on. */
  async registerSign({ replica, ring }: TabKeys): Promise<void> {
    const { facts } = this;
    if (!this.#hasKey || !facts) return;
    if (await registerSignKey(this.#ports, replica, { account: this.#account, ring, facts }))
      this.#sign = createActivitySigner(sodium, { privateKey: ring.sign.privateKey, session: facts.session, origin });
  }

  /** Registers what the device delivers by; resolves whether the server took it. */
  registerDeposit({ replica, ring }: TabKeys): Promise<boolean> {
    return registerDepositKey(this.#ports, replica.store, { account: this.#account, ring });
  }

  get facts(): SessionFacts | null {
    return this.#answer && sessionFacts(this.#answer);
  }

  /** Sends a request of the session; where the server does not know it, renews once and sends it once more. */
  readonly ask = async (path: string, init: RequestInit): Promise<Response | null> => {
    const first = await this.#send(path, init);
    if (!first || !isRefused(first)) return first;
    this.#renewing ??= this.#renew().finally(() => (this.#renewing = null));
    const renewed = await this.#renewing;
    if (renewed === null) return null;
    if (renewed) return this.#send(path, init);
    this.isOver = true;
    this.onOver();
    return first;
  };

  /** The same on a network that works, and once. */
  askSurely(path: string, init: RequestInit, death?: Death): Promise<Response | null> {
    return this.#send(path, init, { isSure: true, ...(death ? { death } : {}) });
  }

  async #renew(): Promise<boolean | null> {
    const response = await this.#send(`${loginPath}/renew_access_token`, jsonOf('POST', {}));
    if (!response || !(response.headers.get('content-type') ?? '').startsWith('application/json')) return null;
    if (response.ok) return true;
    return isRefused(response) ? false : null;
  }

  async #send(
    path: string,
    init: RequestInit,
    { isSure = false, death }: { readonly isSure?: boolean; readonly death?: Death } = {},
  ): Promise<Response | null> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    this.#isOverByRule ||= this.#isPastALimit();
    const wasOver = this.#isOverByRule;
    const headers = { ...headersOf(init), ...this.#activity(), ...(cookie === '' ? {} : { cookie }) };
    const sent = { ...init, headers };
    const browser = this.#browser;
    const response = isSure ? await this.#network.ask(path, sent, death) : await this.#network.send(path, sent);
    if (browser !== this.#browser) return null;
    if (response) this.#keepCookies(response);
    // With its cookies: another tab may send with them before anybody has read the answer.
    if (response?.status === 200 && begins.has(path)) {
      this.#begunAtMs = this.#activeAtMs = this.#serverNow();
      this.#isOverByRule = false;
      this.isTrusted = true;
    }
    if (wasOver && response?.status === 200 && !isPortal(response) && path.startsWith('/api/sync/'))
      this.violations.push(`${this.#sub}: ${path} was answered in a session that is over`);
    return response;
  }

  #activity(): Record<string, string> {
    const now = this.#serverNow();
    if (!this.#sign) {
      // A device without a key of its own is believed.
      this.#activeAtMs = now;
      return {};
    }
    if (now - this.#signedAtMs < signEveryMs) return {};
    this.#signedAtMs = now;
    this.#activeAtMs = now;
    return { [activityHeader]: this.#sign(now, 0) };
  }

  /** [C-380] By the rule, whatever the server says of it. */
  #isPastALimit(): boolean {
    const now = this.#serverNow();
    const ageLimit = this.#isProfessional ? limitsMs.professional : limitsMs.client;
    return now - this.#begunAtMs > ageLimit || now - this.#activeAtMs > limitsMs.idle;
  }

  #begin(answer: InitiateAuthResponse): void {
    this.#answer = answer;
    this.#sign = null;
    this.isOver = false;
  }

  #keepCookies(response: Response): void {
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const name = pair.slice(0, pair.indexOf('='));
      if (/max-age=0(;|$)/i.test(cookie)) this.#cookies.delete(name);
      else this.#cookies.set(name, pair.slice(pair.indexOf('=') + 1));
    }
  }

  get #ports(): Pick<ClientPorts, 'api' | 'loadSodium'> {
    return { api: this.#api, loadSodium: () => Promise.resolve(sodium) };
  }

  readonly #api: Api = {
    call: async (method, path, body) => {
      const init = jsonOf(method, body);
      const isSession = !path.startsWith(`${loginPath}/resume`);
      const response = await (isSession ? this.ask(path, init) : this.#send(path, init));
      if (!response || !(response.headers.get('content-type') ?? '').startsWith('application/json')) return null;
      return { status: response.status, body: await response.json() };
    },
  };

  get #account(): DeviceAccount {
    const { row } = accountOf(this.#sub);
    return {
      sub: this.#sub,
      principal: this.#sub,
      replicaName: this.#sub,
      kdf: row.kdf,
      generation: row.bundle.generation,
      wrapAccountRoot: row.bundle.wrap_password,
      wrapReplica: '',
      wrapDevice: null,
      serverKey: this.#answer?.server_key ?? { id: '', public: '' },
      remember: true,
      locked: false,
      created: row.created,
    };
  }
}

const noActivity: ClientPorts['activity'] = { read: () => null, write: () => undefined, clear: () => undefined };

function jsonOf(method: string, body: unknown): RequestInit {
  return {
    method,
    headers: { 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
  };
}

function headersOf({ headers }: RequestInit): Record<string, string> {
  // Whoever sends here names them as plain fields: to make an object of headers costs more than to copy them.
  return { ...(headers as Record<string, string> | undefined) };
}

function isPortal({ headers }: Response): boolean {
  return (headers.get('content-type') ?? '').startsWith('text/html');
}

function isRefused({ status }: Response): boolean {
  return status === 401 || status === 403;
}
