import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deviceZone, warmZone } from './device-zone.ts';

const formats: (readonly [unknown, Intl.DateTimeFormatOptions | undefined])[] = [];
let zone: string;
let atMs = Date.parse('2031-01-01T00:00:00.000Z');

beforeEach(() => {
  formats.length = 0;
  zone = 'Europe/Zurich';
  // Each test by a clock of its own: what an earlier one was told is old.
  atMs += 86_400_000;
  vi.useFakeTimers({ now: atMs });
  const Original = Intl.DateTimeFormat;
  vi.stubGlobal('Intl', {
    DateTimeFormat: function DateTimeFormat(locale?: string, options?: Intl.DateTimeFormatOptions) {
      formats.push([locale, options]);
      const made = new Original(locale, options);
      const resolvedOptions = () => ({ ...made.resolvedOptions(), timeZone: zone });
      return { format: made.format, formatToParts: made.formatToParts.bind(made), resolvedOptions };
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  // Nobody after this is told of a zone, or of a time, that there never was.
  atMs += 86_400_000;
  vi.setSystemTime(atMs);
  deviceZone();
  vi.useRealTimers();
});

test('the zone is what the device is set to, and follows it within a minute', () => {
  expect(deviceZone()).toBe('Europe/Zurich');
  zone = 'America/New_York';
  expect(deviceZone()).toBe('Europe/Zurich');
  vi.advanceTimersByTime(60_001);
  expect(deviceZone()).toBe('America/New_York');
});

test('its tables are loaded while the page has nothing else to do, and not before', () => {
  const idle: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run));
  warmZone();
  expect([formats.length, idle.length, vi.getTimerCount()]).toEqual([0, 1, 0]);
  idle[0]?.();
  const asked = formats.map(([, options]) => options);
  expect(asked).toContainEqual({ hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Zurich' });
  expect(asked).toContainEqual({ day: 'numeric', month: 'long', timeZone: 'UTC' });
});

test('a browser that does not say when it is idle waits a little', () => {
  expect('requestIdleCallback' in globalThis).toBe(false);
  warmZone();
  vi.advanceTimersByTime(199);
  expect(formats).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(formats.length).toBeGreaterThan(0);
});
