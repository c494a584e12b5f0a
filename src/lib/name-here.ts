import { deviceName, systemOf } from './device-name.ts';

/** Chromium's alone, and not in the standard typings. */
interface UserAgentData {
  readonly brands: readonly { readonly brand: string }[];
  readonly platform: string;
}

/** What the device in front of the person is called, in fixed words; null where its browser tells nothing that is known. */
export function nameHere(): string | null {
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

/** What the device in front of the person runs on, in a fixed word; null where its browser tells nothing that is known. */
export function systemHere(): string | null {
  const { userAgent, maxTouchPoints: touchPoints } = navigator;
  const { userAgentData } = navigator as { readonly userAgentData?: UserAgentData };
  return systemOf({ userAgent, touchPoints, ...(userAgentData ? { platform: userAgentData.platform } : {}) });
}
