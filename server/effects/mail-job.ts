import * as v from 'valibot';
import type { Mailer } from '../mail/mailer.ts';
import { devicesSince, followNewDevices } from '../mail/new-device-mail.ts';
import { renderMail } from '../mail/templates/mail-page.ts';
import { newDeviceWords } from '../mail/templates/new-device.ts';
import { call, type Store } from '../store/port.ts';
import { defineJobKind } from './job-kind.ts';

const hourMs = 60 * 60 * 1000;

/** No address and no words: both are found when it is sent. */
const payload = v.object({ template: v.literal('new-device'), account: v.string(), at: v.string() });

/** Sends a mail to an account. An account that is gone gets none. */
export function createMailJob(ports: {
  readonly store: Store;
  readonly mailer: Mailer;
  readonly practiceZone: string;
}) {
  const { store, mailer, practiceZone } = ports;
  return defineJobKind({
    kind: 'mail',
    payload,
    act: async ({ account: sub, at }, { key, signal }) => {
      const { account, devices } = await store.read(function* () {
        return { account: yield* call('accountBySub', sub), devices: yield* devicesSince(sub, at) };
      });
      if (account && devices.length > 0) {
        const words = newDeviceWords(
          devices.map((device) => device.at),
          practiceZone,
        );
        await mailer.send({ key, to: account.email, ...renderMail(words) }, signal);
      }
      return devices.map((device) => device.id);
    },
    settle: followNewDevices,
    // Some two hours: a server that asks to come again later means minutes.
    mostAttempts: 14,
    retryMostMs: hourMs,
  });
}
