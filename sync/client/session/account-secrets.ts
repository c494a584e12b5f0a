import type { Json } from '../../core/record.ts';
import type { ProvedAct, ProvedActResult, PasskeyState, UnlockResult } from '../api.ts';
import type { ClientContext } from '../client-context.ts';
import { forgetPasskey, readCurrentAccount } from '../replica/device.ts';
import { StoreError } from '../../store/store-error.ts';
import type { ReplicaHolder } from './replica-holder.ts';
import type { Unlocked } from './unlocked.ts';

const notOpen = { kind: 'failed', message: 'Nobody is signed in on this device.' } as const;

/** What opens the account whose replica is open here, and how it becomes another. Each part is fetched when it is first asked for. */
export class AccountSecrets {
  readonly #context: ClientContext;
  readonly #holder: ReplicaHolder;

  constructor(context: ClientContext, holder: ReplicaHolder) {
    this.#context = context;
    this.#holder = holder;
  }

  /** [RC-5] */
  changePassword(password: string, newPassword: string): Promise<UnlockResult> {
    const { ports, device } = this.#context;
    return this.#whileOpen(async (unlocked) => {
      const { changePassword } = await import('./change-password.ts');
      return changePassword(ports, device, { unlocked, password, newPassword });
    });
  }

  /** [PK-1] */
  keepPasskey(password: string): Promise<UnlockResult> {
    const { ports, device } = this.#context;
    return this.#whileOpen(async (unlocked) => {
      const { keepPasskey } = await import('./passkey.ts');
      return keepPasskey(ports, device, { unlocked, password });
    });
  }

  /** [PK-1] */
  async dropPasskey(): Promise<void> {
    const { unlocked } = this.#holder;
    if (unlocked) await forgetPasskey(this.#context.device, unlocked.account.sub);
  }

  /** [PK-1] */
  async passkeyState(): Promise<PasskeyState> {
    try {
      const account = await readCurrentAccount(this.#context.device);
      if (account?.passkey) return 'on';
      return account && (await this.#context.ports.passkeys.isPossible()) ? 'possible' : 'impossible';
    } catch (error) {
      // A device that cannot be read opens by nothing just now, and says so elsewhere.
      if (error instanceof StoreError) return 'impossible';
      throw error;
    }
  }

  /** [RC-6] */
  keepRecoveryCode(password: string, code: string): Promise<UnlockResult> {
    return this.#whileOpen(async (unlocked) => {
      const { keepRecoveryCode } = await import('./change-password.ts');
      return keepRecoveryCode(this.#context.ports, { unlocked, password, code });
    });
  }

  /** [RC-5] */
  changeEmail(password: string, email: string): Promise<UnlockResult> {
    return this.#whileOpen(async (unlocked) => {
      const { changeEmail } = await import('./change-password.ts');
      return changeEmail(this.#context.ports, { unlocked, password, email });
    });
  }

  /** [DV-3] */
  async actWithPassword(
    act: ProvedAct,
    password: string,
    body: Readonly<Record<string, Json>>,
  ): Promise<ProvedActResult> {
    const { unlocked } = this.#holder;
    if (!unlocked) return notOpen;
    const { actWithPassword } = await import('./act-with-password.ts');
    return actWithPassword(this.#context.ports, { unlocked, act, password, body });
  }

  /** [RC-4] */
  async countLeft(): Promise<number> {
    const { unlocked } = this.#holder;
    if (!unlocked || (unlocked.account.left ?? []).length === 0) return 0;
    const { countLeft } = await import('./open-left.ts');
    return countLeft(this.#context.ports, this.#context.device, unlocked.account.sub);
  }

  /** [RC-4] */
  openLeft(password: string): Promise<UnlockResult> {
    const { ports, device } = this.#context;
    return this.#whileOpen(async (unlocked) => {
      const { openLeft } = await import('./open-left.ts');
      const isStillOpen = (): boolean => this.#holder.unlocked === unlocked;
      return openLeft(ports, device, { unlocked, password, isStillOpen });
    });
  }

  async #whileOpen(run: (unlocked: Unlocked) => Promise<UnlockResult>): Promise<UnlockResult> {
    const { unlocked } = this.#holder;
    return unlocked ? run(unlocked) : notOpen;
  }
}
