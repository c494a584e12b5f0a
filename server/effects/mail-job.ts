import * as v from 'valibot';
import type { Clock } from '../../sync/ports.ts';
import { emailToken } from '../auth/tokens.ts';
import { composeLinkMail } from '../mail/link-mail.ts';
import type { Mail, Mailer } from '../mail/mailer.ts';
import { devicesSince, followNewDevices } from '../mail/new-device-mail.ts';
import { composeInvite, type InviteMailPorts } from '../mail/invite-mail.ts';
import { confirmEmailWords, registeredAlreadyWords } from '../mail/templates/confirm-email.ts';
import { renderMail } from '../mail/templates/mail-page.ts';
import { newDeviceWords, timeInZones } from '../mail/templates/new-device.ts';
import { sessionsChangedWords } from '../mail/templates/sessions-changed.ts';
import { passwordChangedWords } from '../mail/templates/recovery.ts';
import { call, type Store } from '../store/port.ts';
import { defineJobKind } from './job-kind.ts';

const hourMs = 60 * 60 * 1000;

/** No address, no words and no token: all are found when it is sent. */
const payload = v.variant('template', [
  v.object({ template: v.literal('new-device'), account: v.string(), at: v.string() }),
  v.object({ template: v.literal('confirm'), token: v.string(), origin: v.string() }),
  v.object({ template: v.picklist(['reset', 'new-email', 'old-email']), token: v.string(), origin: v.string() }),
  v.object({
    template: v.literal('password-changed'),
    account: v.string(),
    at: v.string(),
    origin: v.string(),
  }),
  v.object({ template: v.literal('invite'), invite: v.string() }),
  v.object({ template: v.literal('sessions'), account: v.string() }),
]);
type Payload = v.InferOutput<typeof payload>;

interface Composed {
  /** Null: there is nothing to say any more. */
  readonly mail: Omit<Mail, 'key'> | null;
  /** The devices that it tells of. */
  readonly told: readonly string[];
}

/** Sends a mail. To an account that is gone, or of a link that is good no more, none goes. */
export function createMailJob(
  ports: InviteMailPorts & {
    readonly store: Store;
    readonly mailer: Mailer;
    readonly practiceZone: string;
    readonly tokenKey: Uint8Array;
    readonly clock: Pick<Clock, 'now'>;
  },
) {
  const { store, mailer, practiceZone, tokenKey, clock } = ports;

  const composeNewDevice = async ({ account: sub, at }: Extract<Payload, { template: 'new-device' }>) => {
    const { account, devices } = await store.read(function* () {
      return { account: yield* call('accountBySub', sub), devices: yield* devicesSince(sub, at) };
    });
    const told = devices.map((device) => device.id);
    if (!account || devices.length === 0) return { mail: null, told };
    const times = devices.map((device) => device.at);
    return { mail: { to: account.email, ...renderMail(newDeviceWords(times, practiceZone)) }, told };
  };

  const composeConfirm = async ({ token, origin }: Extract<Payload, { template: 'confirm' }>): Promise<Composed> => {
    const found = await store.read(function* () {
      const row = yield* call('emailTokenById', token, clock.now());
      const pending = row && (yield* call('getPending', row.subject, clock.now()));
      return pending && { email: pending.email, account: yield* call('accountByEmail', pending.email) };
    });
    if (!found) return { mail: null, told: [] };
    // Behind `#`, so that it reaches no server's log and no referrer.
    const link = `${origin}/confirm-email#${emailToken(tokenKey, 'confirm', token)}`;
    // Where there is an account, its address is what it says it is: that one's, not whatever was typed now.
    const mail = found.account
      ? { to: found.account.email, ...renderMail(registeredAlreadyWords(origin)) }
      : { to: found.email, ...renderMail(confirmEmailWords(origin, link)) };
    return { mail, told: [] };
  };

  const compose = async (asked: Payload): Promise<Composed> => {
    switch (asked.template) {
      case 'new-device':
        return composeNewDevice(asked);
      case 'invite':
        return { mail: await composeInvite(ports, asked.invite), told: [] };
      case 'confirm':
        return composeConfirm(asked);
      case 'sessions': {
        const account = await store.read(() => call('accountBySub', asked.account));
        const words = sessionsChangedWords(ports.origin());
        return { mail: account ? { to: account.email, ...renderMail(words) } : null, told: [] };
      }
      case 'password-changed': {
        const account = await store.read(() => call('accountBySub', asked.account));
        const words = passwordChangedWords(asked.at, asked.origin, (at) => timeInZones(at, practiceZone));
        return { mail: account ? { to: account.email, ...renderMail(words) } : null, told: [] };
      }
      case 'reset':
      case 'new-email':
      case 'old-email':
        return { mail: await composeLinkMail({ store, clock, tokenKey }, asked), told: [] };
    }
  };

  return defineJobKind<Payload, readonly string[]>({
    kind: 'mail',
    payload,
    act: async (asked, { key, signal }) => {
      const { mail, told } = await compose(asked);
      if (mail) await mailer.send({ key, ...mail }, signal);
      return told;
    },
    *settle(context, asked, told) {
      if (asked.template === 'new-device') yield* followNewDevices(context, asked, told);
    },
    // Some two hours: a server that asks to come again later means minutes.
    mostAttempts: 14,
    retryMostMs: hourMs,
  });
}
