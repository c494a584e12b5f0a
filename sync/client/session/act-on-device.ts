import type { Json } from '../../core/record.ts';
import type { DeviceAct, DeviceActResult } from '../api.ts';
import type { ClientPorts } from '../client-ports.ts';
import { authOf } from './open-with-password.ts';
import { detailOf } from './refusal.ts';
import type { Unlocked } from './unlocked.ts';

/** [DV-3] An act on a device that asks for the password anew: what proves it leaves, the password stays here. */
export async function actOnDevice(
  ports: ClientPorts,
  on: {
    readonly unlocked: Unlocked;
    readonly act: DeviceAct;
    readonly password: string;
    readonly body: Readonly<Record<string, Json>>;
  },
): Promise<DeviceActResult> {
  const { unlocked, act, password, body } = on;
  const auth = await authOf(ports, unlocked.account, password);
  const answer = await ports.api.call('POST', `/api/login/v1/devices/${act}`, { ...body, password: auth });
  if (!answer)
    return {
      kind: 'failed',
      message: 'No answer came, so it is not known whether that worked. Please try again when there is a connection.',
    };
  if (answer.status !== 200) return { kind: 'failed', message: detailOf(answer.body) };
  return { kind: 'ok', answer: answer.body };
}
