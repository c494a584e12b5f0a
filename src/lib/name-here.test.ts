import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nameHere, systemHere } from './name-here.ts';

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';
let asked: string[];
let isInstalled: boolean;

beforeEach(() => {
  [asked, isInstalled] = [[], false];
  vi.stubGlobal('matchMedia', (query: string) => {
    asked.push(query);
    return { matches: isInstalled };
  });
});
afterEach(() => vi.unstubAllGlobals());

const standIn = (userAgent: string, more: object = {}) =>
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints: 0, ...more });

test('a device is called by what its browser says of itself', () => {
  standIn(chrome);
  expect([nameHere(), systemHere()]).toEqual(['Chrome on Windows', 'Windows']);
  standIn(safari);
  expect([nameHere(), systemHere()]).toEqual(['Safari on Mac', 'Mac']);
});

test('a tablet’s Safari says what a computer’s does; only it is touched', () => {
  standIn(safari, { maxTouchPoints: 5 });
  expect([nameHere(), systemHere()]).toEqual(['Safari on iPad', 'iPad']);
});

test('where the app was installed it is an app', () => {
  isInstalled = true;
  standIn(chrome);
  expect(nameHere()).toBe('App on Windows');
  expect(asked).toEqual(['(display-mode: standalone)']);
});

test('a browser that names its brand and platform is taken at its word', () => {
  standIn(chrome, { userAgentData: { brands: [{ brand: 'Chromium' }, { brand: 'Brave' }], platform: 'Linux' } });
  expect([nameHere(), systemHere()]).toEqual(['Brave on Linux', 'Linux']);
});

test('of a device that says nothing known nothing is said', () => {
  standIn('');
  expect([nameHere(), systemHere()]).toEqual([null, null]);
});
