import type { Context } from 'hono';
import { isShortCode } from '../../sync/protocol/invite-message.ts';
import { addressOf } from '../auth/caller-address.ts';
import { refuseFor } from '../routes/refuse-for.ts';
import type { Services } from '../services.ts';
import type { Plan } from '../store/port.ts';
import { deadInviteError, findInvite, type BroughtCode, type FoundInvite } from './find-invite.ts';

/**
 * Looks an invite up and does with it, in one transaction, what is to be done. [IV-5] Codes that open nothing are counted by
 * address, five in an hour; what does open something is not. `use` answers undefined where it does not fit after all: told like a
 * code that nobody has.
 */
export async function withInvite<Result>(
  services: Services,
  c: Context,
  brought: BroughtCode,
  use: (found: FoundInvite) => Plan<Result | undefined>,
): Promise<Result> {
  const { store, clock, limits, registry, secrets, trustProxy } = services;
  const address = addressOf(c, trustProxy);
  const isShort = isShortCode(brought.code);
  refuseFor(await (isShort ? limits.takeCode(address) : limits.takePreLogin(address)));
  const finding = { registry, nowMs: clock.now(), key: secrets.tokenKey };
  const result = await store.write(function* (): Plan<Result | undefined> {
    const found = yield* findInvite(finding, brought);
    return found && (yield* use(found));
  });
  if (result === undefined) throw deadInviteError();
  if (isShort) await limits.giveCodeBack(address);
  return result;
}

/** Only looks. */
export function lookUp(services: Services, c: Context, brought: BroughtCode): Promise<FoundInvite> {
  return withInvite(services, c, brought, justFound);
}

function* justFound(found: FoundInvite): Plan<FoundInvite> {
  yield* [];
  return found;
}
