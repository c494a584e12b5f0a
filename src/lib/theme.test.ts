// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
  delete document.documentElement.dataset['theme'];
});
afterEach(() => vi.restoreAllMocks());

test('a theme is shown at once, told to whoever shows it, and there again at the next start', async () => {
  const { chooseTheme, followTheme, readTheme } = await import('./theme.ts');
  expect(readTheme()).toBe('system');
  const heard = vi.fn<() => void>();
  const stop = followTheme(heard);
  chooseTheme('dark');
  expect([readTheme(), document.documentElement.dataset['theme'], heard.mock.calls.length]).toEqual([
    'dark',
    'dark',
    1,
  ]);
  stop();
  vi.resetModules();
  const later = await import('./theme.ts');
  expect(later.readTheme()).toBe('dark');
  later.chooseTheme('system');
  expect([document.documentElement.dataset['theme'], heard.mock.calls.length]).toEqual([undefined, 1]);
});

test('where storage is forbidden a theme holds as long as the page; what is no theme is none', async () => {
  localStorage.setItem('orchid.theme', 'purple');
  const { chooseTheme, readTheme } = await import('./theme.ts');
  expect(readTheme()).toBe('system');
  vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  chooseTheme('light');
  expect([readTheme(), document.documentElement.dataset['theme']]).toEqual(['light', 'light']);
});
