/** What a browser says of itself and of what it runs on. */
export interface DeviceTraits {
  readonly userAgent: string;
  /** Brands and platform of `navigator.userAgentData`, where the browser has it. */
  readonly brands?: readonly string[];
  readonly platform?: string;
  /** A computer's Safari and a tablet's say the same of themselves; only one of them is touched. */
  readonly touchPoints: number;
  /** Orchid was installed and runs in a window of its own. */
  readonly isInstalled: boolean;
}

type Names = readonly (readonly [said: RegExp, name: string])[];

/** In order: most browsers also name those that they descend from. */
const browsers: Names = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOP(?:R|T|iOS)\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\bChromium\//, 'Chromium'],
  [/(?:\b|Headless)(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
];

/** Brands that say more than the user agent does. */
const brandNames: Readonly<Record<string, string>> = {
  Brave: 'Brave',
  Opera: 'Opera',
  Vivaldi: 'Vivaldi',
  'Microsoft Edge': 'Edge',
  'Samsung Internet': 'Samsung Internet',
};

const systems: Names = [
  [/\biPhone\b|\biPod\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b|\bChrome ?OS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b|\bmacOS\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * What kind of device this is, as its owner would call it: `Chrome on Windows`, `App on Android`. Made of fixed words alone, at
 * most 40 letters: no version, no model, nothing by which one phone is told from another of its kind. Null where nothing is known.
 */
export function deviceName(traits: DeviceTraits): string | null {
  const system = systemOf(traits);
  const browser = traits.isInstalled ? 'App' : browserOf(traits);
  if (browser === null) return system && `Browser on ${system}`;
  return system === null ? browser : `${browser} on ${system}`;
}

function browserOf({ userAgent, brands = [] }: DeviceTraits): string | null {
  const brand = brands.map((name) => brandNames[name]).find((name) => name !== undefined);
  return brand ?? firstName(browsers, userAgent);
}

/** What it runs on, in a fixed word; null where nothing is known. */
export function systemOf({
  userAgent,
  platform = '',
  touchPoints,
}: Pick<DeviceTraits, 'userAgent' | 'platform' | 'touchPoints'>): string | null {
  const system = firstName(systems, platform) ?? firstName(systems, userAgent);
  return system === 'Mac' && touchPoints > 1 ? 'iPad' : system;
}

function firstName(names: Names, text: string): string | null {
  return names.find(([said]) => said.test(text))?.[1] ?? null;
}
