import type { PasswordKeys } from '../../sync/core/account-keys.ts';
import { newId } from '../../sync/core/new-id.ts';
import { noteIdOf } from '../../sync/collections/appointment.ts';
import type { MutationResult, PushRow } from '../../sync/protocol/push-message.ts';
import { seededRandom } from '../../sync/testing/builders.ts';
import { demoPassword } from '../../server/dev/seed.ts';
import { systemClock, systemRandom } from '../../server/system-ports.ts';
import { TestDevice } from '../../server/testing/test-device.ts';
import type { AckedWrite } from './judge.ts';
import { soakArgs, soakField, soakText } from './soak-text.ts';

interface Made {
  readonly row: PushRow;
  readonly uid: string;
  readonly session: string | null;
  readonly turn: number;
}

const requestPatienceMs = 20_000;
const retryMs = 100;
const mostWaiting = 60;

/**
 * A device that writes note edits as fast as the server takes them and sends the same rows again until they are
 * acknowledged. Every other one delivers as a locked device does, by its upload-only token. It types on its own branch:
 * what others wrote meanwhile stays beside it. [CF-1]
 */
export class ServerWriter {
  readonly device: TestDevice;
  readonly acked: AckedWrite[] = [];
  /** What a server must never do, as it happened. */
  readonly problems: string[] = [];
  retries = 0;
  readonly #name: string;
  readonly #random: ReturnType<typeof seededRandom>;
  readonly #deposits: boolean;
  #sessions: readonly string[] = [];
  #waiting: Made[] = [];
  #last: { readonly rows: readonly PushRow[]; readonly results: readonly MutationResult[] } | null = null;
  readonly #newest = new Map<string, string>();
  #turn = 0;

  constructor(options: {
    readonly name: string;
    readonly origin: string;
    readonly seed: number;
    readonly deposits: boolean;
  }) {
    this.#name = options.name;
    this.#random = seededRandom(options.seed);
    this.#deposits = options.deposits;
    this.device = new TestDevice({
      send: (path, init) => fetch(options.origin + path, { ...init, signal: AbortSignal.timeout(requestPatienceMs) }),
      random: systemRandom,
      clock: systemClock,
    });
  }

  /** Signs in, registers its outbox key and takes the sessions that it will write about: nobody has begun their notes. */
  async begin(email: string, keys: PasswordKeys, sessions: number): Promise<void> {
    const signedIn = await this.device.signIn(email, demoPassword, keys);
    if (signedIn.status !== 200) throw new Error(`sign-in answered ${signedIn.status}`);
    const registered = await this.device.registerKey();
    if (registered.status !== 200) throw new Error(`the outbox key: ${registered.status}`);
    await this.device.pullAll();
    this.#sessions = this.device
      .all('appointment')
      .map((row) => row.i)
      .filter((id) => !this.device.find('note', noteIdOf(id)))
      .toSorted((one, other) => (one < other ? -1 : 1))
      .slice(0, sessions);
    if (this.#sessions.length < sessions) throw new Error('too few sessions without a note');
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Writes until told to stop; then only delivers what waits. Ends early where the server broke its word. */
  async run(phase: () => 'write' | 'drain'): Promise<void> {
    while (this.problems.length === 0) {
      const isDraining = phase() === 'drain';
      if (isDraining && this.#waiting.length === 0) return;
      if (!isDraining && this.#waiting.length < mostWaiting) this.#make(1 + this.#random.below(6));
      try {
        await this.#push();
        if (this.#random.chance(0.1)) {
          await this.device.pullAll();
          await this.device.confirm(this.#settledThrough());
        }
      } catch {
        // Killed, restarting, or cut in mid-answer: whether it was taken is not known, so the same rows go again.
        this.retries += 1;
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    }
  }

  #make(count: number): void {
    for (let index = 0; index < count; index += 1) {
      this.#turn += 1;
      // Now and then one that is refused: its outcome must last as well.
      const isRefused = this.#random.chance(0.03);
      const session = isRefused ? null : (this.#sessions[this.#random.below(this.#sessions.length)] ?? null);
      const uid = newId(systemRandom);
      const row = this.device.seal({
        name: 'note.edit',
        uid,
        args: soakArgs(session ?? 'nowhere', soakText(this.#name, this.#turn)),
        base: { [soakField]: this.#newest.get(session ?? '') ?? '' },
      });
      if (session !== null) this.#newest.set(session, uid);
      this.#waiting.push({ row, uid, session, turn: this.#turn });
    }
  }

  async #push(): Promise<void> {
    const isAgain = this.#last !== null && this.#random.chance(0.05);
    const rows = isAgain && this.#last ? this.#last.rows : this.#waiting.map((made) => made.row);
    const headers = this.#deposits ? { authorization: `Bearer ${this.device.depositToken}` } : undefined;
    const response = await this.device.pushRaw(rows, headers);
    if (response.status === 401) await this.device.call('POST', '/api/login/v1/renew_access_token', {});
    if (response.status !== 200) throw new Error(`push answered ${response.status}`);
    this.#take(rows, (await response.json()) as { kind: string; mark: number; results: MutationResult[] }, isAgain);
  }

  #take(
    rows: readonly PushRow[],
    answer: { readonly kind: string; readonly mark: number; readonly results: readonly MutationResult[] },
    isAgain: boolean,
  ): void {
    if (answer.kind !== 'ok' || answer.mark < this.#settledThrough()) {
      this.problems.push(
        `${this.#name}: ${answer.kind} with mark ${answer.mark} after ${this.#settledThrough()} was acknowledged`,
      );
      return;
    }
    if (isAgain) {
      // [PU-4] The same push again gets the same answer.
      if (JSON.stringify(answer.results) !== JSON.stringify(this.#last?.results))
        this.problems.push(`${this.#name}: the same push got another answer`);
      return;
    }
    const byId = new Map(answer.results.map((result) => [result.id, result]));
    for (const made of this.#waiting.filter(({ row }) => row.id <= answer.mark)) {
      const result = byId.get(made.row.id);
      if (result?.uid !== made.uid) this.problems.push(`${this.#name}: ${made.row.id} was answered as another change`);
      const { uid, session, turn } = made;
      const { outcome = 'none', code = '' } = result ?? {};
      this.acked.push({
        account: this.device.sub,
        uid,
        session,
        turn,
        outcome,
        code,
        writer: this.#name,
        mayGrow: false,
      });
    }
    this.#waiting = this.#waiting.filter(({ row }) => row.id > answer.mark);
    this.#last = { rows, results: answer.results };
  }

  #settledThrough(): number {
    return (this.#waiting[0]?.row.id ?? this.device.lastId + 1) - 1;
  }
}
