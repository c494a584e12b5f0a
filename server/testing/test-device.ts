import { systemRandom } from '../system-ports.ts';
import sodium from 'libsodium-wrappers';
import * as v from 'valibot';
import {
  accountRootPurpose,
  depositKeyStatement,
  identityKeys,
  unwrapKey,
  type PasswordKeys,
} from '../../sync/core/account-keys.ts';
import { fromBase64Url, toBase64Url } from '../../sync/core/base64url.ts';
import { addToChecksum, emptyChecksum, type Checksum } from '../../sync/core/checksum.ts';
import { sealMutation } from '../../sync/core/deposit-box.ts';
import { newId } from '../../sync/core/new-id.ts';
import type { MutationMessage } from '../../sync/protocol/mutation-message.ts';
import { pullLine, type PullEnd, type PullLine, type PullRecord } from '../../sync/protocol/pull-message.ts';
import { pushResponse, type PushResponse, type PushRow } from '../../sync/protocol/push-message.ts';
import {
  activityHeader,
  activityStatement,
  resumeStatement,
  signKeyStatement,
  toActivityHeader,
  type Activity,
} from '../../sync/core/device-statements.ts';
import {
  depositKeyResponse,
  initiateAuthResponse,
  preLoginResponse,
  resumeNonceResponse,
  type InitiateAuthResponse,
} from '../../sync/protocol/session-message.ts';
import type { Clock, Random } from '../../sync/ports.ts';
import { derivePassword } from '../auth/passwords.ts';

/** Where `app.request` sends a path. */
const testOrigin = 'http://localhost';

/** `app.request`, or `fetch` with an address in front. */
export type Send = (path: string, init: RequestInit) => Response | Promise<Response>;

export interface DevicePorts {
  readonly send: Send;
  readonly random: Random;
  readonly clock: Clock;
}

export interface MutationDraft {
  readonly name: string;
  readonly args: MutationMessage['args'];
  readonly uid?: string;
  readonly ids?: readonly string[];
  readonly base?: Readonly<Record<string, string>>;
  readonly after?: readonly string[];
  readonly now?: string;
}

/** A device as the protocol sees it: cookies, keys, an outbox and a replica in memory. For tests and try-outs. */
export class TestDevice {
  clientId: string;
  cursor: string | null = null;
  sub = '';
  depositToken = '';
  readonly cookies = new Map<string, string>();
  readonly replica = new Map<string, PullRecord>();
  readonly depositKey: Uint8Array;
  keyId: string;
  lastId = 0;
  /** What the last sign-in or resume said. */
  session = '';
  deviceId = '';
  deviceKey = '';
  /** What it says of itself beside its key; and of its person where it comes back by that. */
  named: { readonly device_name?: string; readonly remember_me?: boolean } = {};
  /** How often this device has come back by its own key. */
  resumes = 0;
  #accountRoot: Uint8Array | null = null;
  #signKeys: { readonly publicKey: Uint8Array; readonly privateKey: Uint8Array } | null = null;
  readonly #ports: DevicePorts;
  #serverKey: { id: string; public: string } | null = null;

  constructor(ports: DevicePorts) {
    this.#ports = ports;
    this.clientId = newId(ports.random);
    this.keyId = newId(ports.random);
    this.depositKey = ports.random.bytes(32);
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    keepCookies = true,
  ): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await this.#ports.send(path, {
      method,
      headers: { 'content-type': 'application/json', ...(cookie === '' ? {} : { cookie }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (keepCookies) this.#keepCookies(response);
    return response;
  }

  /** Derived keys make this quick; a raw password is derived on the server. */
  async signIn(email: string, password: string, keys?: PasswordKeys): Promise<Response> {
    await sodium.ready;
    const body = { username_or_email: email, password: keys?.auth ?? password };
    const response = await this.call('POST', '/api/login/v1/initiate_auth', body);
    if (response.status !== 200) return response;
    const answer = v.parse(initiateAuthResponse, await response.clone().json());
    const kek = keys?.kek ?? (await this.derive(email, password)).kek;
    const { bundle, sub } = answer;
    if (!bundle || sub === undefined) throw new Error('a sign-in brings keys');
    this.sub = sub;
    this.#note(answer);
    this.#serverKey = answer.server_key ?? null;
    this.#accountRoot = unwrapKey(sodium, kek, bundle.wrap_password, accountRootPurpose(sub, bundle.generation));
    return response;
  }

  async derive(email: string, password: string): Promise<PasswordKeys> {
    await sodium.ready;
    const response = await this.call('POST', '/api/login/v1/pre_login', { username_or_email: email });
    return derivePassword(sodium, password, v.parse(preLoginResponse, await response.json()).kdf);
  }

  #note({ session = '', device = '', device_key = '' }: InitiateAuthResponse): void {
    this.session = session;
    this.deviceId = device;
    this.deviceKey = device_key;
  }

  /** Makes and registers this device's own key, signed by the account's. */
  async registerSignKey(): Promise<Response> {
    if (!this.#accountRoot) throw new Error('sign in first');
    this.#signKeys = sodium.crypto_sign_seed_keypair(this.#ports.random.bytes(32));
    const key = { account: this.sub, device: this.deviceId, public: toBase64Url(this.#signKeys.publicKey) };
    const { sign } = identityKeys(sodium, this.#accountRoot);
    const signature = toBase64Url(sodium.crypto_sign_detached(signKeyStatement(key), sign.privateKey));
    const { account: _account, ...request } = key;
    return this.call('POST', '/api/login/v1/sign_key', { ...request, signature, ...this.named });
  }

  /** The header by which this device proves that its person acted `idle` ms ago; parts can be made wrong. */
  activity(idle: number, change: Partial<Activity> = {}): Record<string, string> {
    const said = { origin: testOrigin, session: this.session, time: this.#ports.clock.now(), idle, ...change };
    return { [activityHeader]: toActivityHeader(said, this.#sign(activityStatement(said))) };
  }

  /** Comes back by its own key; parts can be made wrong after they were signed. */
  async resume(
    change: { readonly count?: number; readonly idle?: number; readonly origin?: string; readonly nonce?: string } = {},
  ): Promise<Response> {
    const asked = await this.call('POST', '/api/login/v1/resume_nonce', { sub: this.sub, device: this.deviceId });
    const { nonce: given } = v.parse(resumeNonceResponse, await asked.json());
    const { count = this.resumes + 1, idle = 0, origin = testOrigin, nonce = given } = change;
    const said = { account: this.sub, device: this.deviceId, nonce, count, idle };
    const signature = this.#sign(resumeStatement({ ...said, origin }));
    const { account: sub, ...rest } = said;
    const response = await this.call('POST', '/api/login/v1/resume', { ...rest, sub, signature, ...this.named });
    if (response.status !== 200) return response;
    this.resumes = count;
    this.#note(v.parse(initiateAuthResponse, await response.clone().json()));
    return response;
  }

  #sign(statement: Uint8Array): string {
    if (!this.#signKeys) throw new Error('register a key first');
    return toBase64Url(sodium.crypto_sign_detached(statement, this.#signKeys.privateKey));
  }

  /** `sealed`: what goes out in place of the key as it should be sealed. */
  async registerKey(sealed?: string): Promise<Response> {
    if (!this.#serverKey || !this.#accountRoot) throw new Error('sign in first');
    const statement = {
      client_id: this.clientId,
      key_id: this.keyId,
      principal: this.sub,
      sealed: sealed ?? toBase64Url(sodium.crypto_box_seal(this.depositKey, fromBase64Url(this.#serverKey.public))),
      server_key_id: this.#serverKey.id,
    };
    const { sign } = identityKeys(sodium, this.#accountRoot);
    const signature = toBase64Url(sodium.crypto_sign_detached(depositKeyStatement(statement), sign.privateKey));
    const { principal: _principal, ...request } = statement;
    const response = await this.call('POST', '/api/sync/v1/deposit_key', { ...request, signature });
    if (response.status === 200) {
      this.depositToken = v.parse(depositKeyResponse, await response.clone().json()).token;
    }
    return response;
  }

  /** Seals a mutation for its place in the outbox. */
  seal(draft: MutationDraft, id: number = ++this.lastId): PushRow {
    return { kind: 'sealed', id, key: this.keyId, box: toBase64Url(this.#box(draft, id)) };
  }

  #box(draft: MutationDraft, id: number): Uint8Array {
    const { random, clock } = this.#ports;
    const message: MutationMessage = {
      uid: draft.uid ?? newId(random),
      name: draft.name,
      args: draft.args,
      ctx: {
        now: draft.now ?? new Date(clock.now()).toISOString(),
        zone: 'America/New_York',
        ids: [...(draft.ids ?? [])],
        base: { ...draft.base },
      },
      ...(draft.after ? { after: [...draft.after] } : {}),
    };
    const place = { principal: this.sub, clientId: this.clientId, id, random: systemRandom };
    return sealMutation(sodium, this.depositKey, place, message);
  }

  async pushRaw(rows: readonly PushRow[], headers: Record<string, string> = {}): Promise<Response> {
    const highest = Math.max(this.lastId, ...rows.map((row) => row.id));
    const body = { protocol: 1, clientId: this.clientId, highest, rows };
    return this.call('POST', '/api/sync/v1/push', body, headers);
  }

  async push(rows: readonly PushRow[], headers: Record<string, string> = {}): Promise<PushResponse> {
    const response = await this.pushRaw(rows, headers);
    if (response.status !== 200) throw new Error(`push answered ${response.status}`);
    return v.parse(pushResponse, await response.json());
  }

  /** Says which outcomes are in, as a client does after a page that brought some. */
  async confirm(confirmed: number): Promise<void> {
    const at = { cursor: this.cursor ?? '', confirmed };
    const body = { protocol: 2, clientId: this.clientId, highest: this.lastId, rows: [], at };
    const response = await this.call('POST', '/api/sync/v1/push', body);
    if (response.status !== 200) throw new Error(`a confirmation was answered ${response.status}`);
  }

  /** One page, applied to the replica. */
  async pullPage(query: Record<string, string> = {}): Promise<{ lines: PullLine[]; end: PullEnd; bytes: number }> {
    const search = new URLSearchParams({ client: this.clientId, ...query });
    if (this.cursor !== null) search.set('cursor', this.cursor);
    const response = await this.call('GET', `/api/sync/v1/pull?${search.toString()}`);
    if (response.status !== 200) throw new Error(`pull answered ${response.status}`);
    const text = await response.text();
    const lines = text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => v.parse(pullLine, JSON.parse(line)));
    const end = lines.at(-1);
    if (end?.kind !== 'end') throw new Error('a page ends with its last line');
    for (const line of lines) this.#apply(line);
    if (query['heal'] === undefined) this.cursor = end.cursor;
    return { lines, end, bytes: text.length };
  }

  /** Pulls until nothing more follows. */
  async pullAll(query: Record<string, string> = {}): Promise<PullEnd> {
    for (let page = 0; page < 200; page += 1) {
      const { end } = await this.pullPage(query);
      if (end.complete) return end;
    }
    throw new Error('a pull comes to its end');
  }

  /** Sums over the replica, as the server sends them. */
  sums(): Record<string, [number, number, number]> {
    const sums = new Map<string, Checksum>();
    for (const row of this.replica.values()) {
      sums.set(row.c, addToChecksum(sums.get(row.c) ?? emptyChecksum, row.i, row.v, 1));
    }
    return Object.fromEntries([...sums].map(([name, sum]) => [name, [sum.count, sum.a, sum.b]]));
  }

  find(collection: string, id: string): PullRecord | undefined {
    return this.replica.get(`${collection}|${id}`);
  }

  all(collection: string): PullRecord[] {
    return [...this.replica.values()].filter((row) => row.c === collection);
  }

  #apply(line: PullLine): void {
    if (line.kind === 'begin' && line.reset) this.replica.clear();
    if (line.kind === 'r') this.replica.set(`${line.c}|${line.i}`, line);
    if (line.kind === 'g') this.replica.delete(`${line.c}|${line.i}`);
    if (line.kind === 'x') {
      for (const [key, row] of this.replica) if ((row.p ?? row.s) === line.s) this.replica.delete(key);
    }
  }

  #keepCookies(response: Response): void {
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const name = pair.slice(0, pair.indexOf('='));
      const value = pair.slice(pair.indexOf('=') + 1);
      if (/max-age=0(;|$)/i.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}
