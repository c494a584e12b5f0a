import * as v from 'valibot';
import {
  devicesResponse,
  heldResponse,
  type DeviceFacts,
  type HeldChange,
} from '../../../sync/protocol/device-message.ts';
import { fetchApi } from '../../../sync/web/fetch-api.ts';

const path = '/api/login/v1/devices';

/** The devices on which this account has logged in, this one first; null: no answer came. */
export async function askDevices(): Promise<readonly DeviceFacts[] | null> {
  const answer = await fetchApi.call('GET', path).catch(() => null);
  const parsed = v.safeParse(devicesResponse, answer?.body);
  return answer?.status === 200 && parsed.success ? parsed.output.devices : null;
}

/** Logs another device out. False: no answer came, or it is not known any more. */
export async function putAwayDevice(device: string): Promise<boolean> {
  const answer = await fetchApi.call('POST', `${path}/put_away`, { device }).catch(() => null);
  return answer?.status === 200;
}

/** What is held of a lost device, and whether more follows once these are decided; null: no answer came. */
export async function askHeld(
  device: string,
): Promise<{ readonly changes: readonly HeldChange[]; readonly more: boolean } | null> {
  const answer = await fetchApi.call('GET', `${path}/held?device=${device}`).catch(() => null);
  const parsed = v.safeParse(heldResponse, answer?.body);
  return answer?.status === 200 && parsed.success ? parsed.output : null;
}
