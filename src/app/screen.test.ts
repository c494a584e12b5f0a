import { beforeEach, expect, test } from 'vitest';
import { forgetPlace, rememberPlace, startPlace } from '../lib/came-from.ts';
import type { RouteFacts } from './route-facts.ts';
import { screenOf, type ShownRoute } from './screen.ts';

const shown = (fullPath: string, staticData: RouteFacts, pathname = fullPath): ShownRoute => ({
  fullPath,
  pathname,
  staticData,
});
const root = shown('/', {});
const gate = shown('/desk', { dashboard: 'pro', bar: 'none' });
const list = shown('/desk/list', {
  title: 'List',
  rail: { label: 'List', icon: 'people', order: 1 },
  back: { href: '/desk', label: 'Desk' },
});
const item = shown(
  '/desk/list/$id',
  { title: 'Item', back: (search) => ({ href: `/desk/list${search}`, label: 'List' }) },
  '/desk/list/7',
);
const loose = shown(
  '/desk/loose/$id',
  { title: 'Loose', back: 'came-from', lit: 'came-from', passing: true },
  '/desk/loose/7',
);

beforeEach(forgetPlace);

test('what a route leaves out it has from the nearest route above that says it', () => {
  const index = shown('/desk/list/', {});
  expect(screenOf([root, gate, list, index], '?day=1')).toEqual({
    back: { href: '/desk', label: 'Desk' },
    lit: '/desk/list',
    place: { href: '/desk/list?day=1', label: 'List', lit: '/desk/list' },
  });
});

test('a step back is handed the search as it is; an entry of the rail is lit for everything below it', () => {
  const screen = screenOf([root, gate, list, item], '?day=1');
  expect(screen).toMatchObject({ lit: '/desk/list', back: { href: '/desk/list?day=1', label: 'List' } });
  expect(screen.place).toEqual({ href: '/desk/list/7?day=1', label: 'Item', lit: '/desk/list' });
});

test('leafing through screens that are passed over leads back to where it began; a lock or a fresh start to the calendar', () => {
  const note = screenOf([root, gate, loose], '');
  expect(note).toMatchObject({ back: startPlace, lit: startPlace.lit, place: null });
  rememberPlace(screenOf([root, gate, list, item], '').place);
  rememberPlace(note.place);
  expect(screenOf([root, gate, loose], '')).toMatchObject({
    back: { href: '/desk/list/7', label: 'Item' },
    lit: '/desk/list',
  });
  forgetPlace();
  expect(screenOf([root, gate, loose], '').back).toBe(startPlace);
});

test('nothing leads back to a screen without a title', () => {
  expect(screenOf([root, gate], '').place).toBeNull();
  expect(screenOf([root], '')).toEqual({ back: null, lit: null, place: null });
});
