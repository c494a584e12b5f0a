import type { Json } from '../../core/record.ts';
import type { ProvedAct, ProvedActResult } from '../api.ts';
import type { ClientPorts } from '../client-ports.ts';
import { authOf } from './open-with-password.ts';
import { detailOf } from './refusal.ts';
import type { Unlocked } from './unlocked.ts';

const paths: Readonly<Record<ProvedAct, string>> = {
  'device.lost': '/api/login/v1/devices/lost',
  'device.found': '/api/login/v1/devices/found',
  'device.settle': '/api/login/v1/devices/settle',
  'calendar_link.make': '/api/scheduler/v1/calendar_feed',
};

/** [DV-3, FD-1] An act that asks for the password anew: what proves it leaves, the password stays here. */
export async function actWithPassword(
  ports: ClientPorts,
  on: {
    readonly unlocked: Unlocked;
    readonly act: ProvedAct;
    readonly password: string;
    readonly body: Readonly<Record<string, Json>>;
  },
): Promise<ProvedActResult> {
  const { unlocked, act, password, body } = on;
  const auth = await authOf(ports, unlocked.account, password);
  const answer = await ports.api.call('POST', paths[act], { ...body, password: auth });
  if (!answer)
    return {
      kind: 'failed',
      isUnknown: true,
      message: 'No answer came, so it is not known whether that worked. Please try again when there is a connection.',
    };
  if (answer.status !== 200 && answer.status !== 201) return { kind: 'failed', message: detailOf(answer.body) };
  return { kind: 'ok', answer: answer.body };
}
