import * as v from 'valibot';
import { expect, test } from 'vitest';
import { writtenOnSchema } from '../../sync/collections/note-body.ts';
import { deviceName, type DeviceTraits } from './device-name.ts';

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const windows = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`;
const android = `Mozilla/5.0 (Linux; Android 10; K) ${chrome.replace('Safari', 'Mobile Safari')}`;
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const safari = 'Version/19.0 Safari/605.1.15';

const devices: readonly (readonly [string | null, string, Partial<DeviceTraits>])[] = [
  ['Chrome on Windows', windows, { brands: ['Chromium', 'Google Chrome', 'Not.A/Brand'], platform: 'Windows' }],
  ['Chrome on Windows', windows, {}],
  ['Edge on Windows', `${windows} Edg/156.0.0.0`, {}],
  ['Edge on Windows', windows, { brands: ['Chromium', 'Microsoft Edge'] }],
  ['Brave on Windows', windows, { brands: ['Brave', 'Chromium'] }],
  ['Opera on Windows', `${windows} OPR/120.0.0.0`, {}],
  ['Firefox on Windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0', {}],
  ['Chrome on Android', android, { platform: 'Android' }],
  ['App on Android', android, { isInstalled: true }],
  [
    'Samsung Internet on Android',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    {},
  ],
  ['Safari on iPhone', `${iphone} Version/19.0 Mobile/15E148 Safari/604.1`, { touchPoints: 5 }],
  ['Chrome on iPhone', `${iphone} CriOS/156.0.0.0 Mobile/15E148 Safari/604.1`, { touchPoints: 5 }],
  ['Firefox on iPhone', `${iphone} FxiOS/150.0 Mobile/15E148 Safari/605.1.15`, { touchPoints: 5 }],
  ['App on iPhone', `${iphone} Mobile/15E148`, { isInstalled: true }],
  ['Safari on Mac', `${mac} ${safari}`, {}],
  ['Safari on iPad', `${mac} ${safari}`, { touchPoints: 5 }],
  ['Chrome on ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome}`, { platform: 'Chrome OS' }],
  ['Chrome on Linux', `Mozilla/5.0 (X11; Linux x86_64) ${chrome.replace('Chrome', 'HeadlessChrome')}`, {}],
  ['Browser on Linux', 'Mozilla/5.0 (X11; Linux x86_64) Something/1.0', {}],
  ['App', 'Something', { isInstalled: true }],
  ['Firefox', 'Mozilla/5.0 (Haiku; rv:150.0) Gecko/20100101 Firefox/150.0', {}],
  [null, '', {}],
  [null, '<script>alert(1)</script>\n', { platform: '‮', brands: ['"><b>'] }],
];

test.each(devices)('a device is called %s, in words that a change can carry', (name, userAgent, more) => {
  expect(deviceName({ userAgent, touchPoints: 0, isInstalled: false, ...more })).toBe(name);
  if (name !== null) expect(v.is(writtenOnSchema, { name, tag: 'AAAAAAAA' })).toBe(true);
});
