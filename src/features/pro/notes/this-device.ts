import type { OrchidClient } from '../../../../sync/client/api.ts';
import type { WrittenOn } from '../../../../sync/collections/note-body.ts';
import { deviceName } from '../../../lib/device-name.ts';

/** Chromium's alone, and not in the standard typings. */
interface UserAgentData {
  readonly brands: readonly { readonly brand: string }[];
  readonly platform: string;
}

/** This device, as what is written here says it; null while it is locked. */
export function thisDevice(client: Pick<OrchidClient, 'deviceTag'>): WrittenOn | null {
  const tag = client.deviceTag();
  if (tag === null) return null;
  const name = nameHere();
  return name === null ? { tag } : { tag, name };
}

/** The optional argument of a change that is written on this device. */
export function saidOf(device: WrittenOn | null): { readonly device?: WrittenOn } {
  return device === null ? {} : { device };
}

function nameHere(): string | null {
  const { userAgent, maxTouchPoints } = navigator;
  const { userAgentData } = navigator as { readonly userAgentData?: UserAgentData };
  return deviceName({
    userAgent,
    touchPoints: maxTouchPoints,
    isInstalled: matchMedia('(display-mode: standalone)').matches,
    ...(userAgentData
      ? { brands: userAgentData.brands.map(({ brand }) => brand), platform: userAgentData.platform }
      : {}),
  });
}
