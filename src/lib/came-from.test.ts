import { beforeEach, expect, test } from 'vitest';
import { calendarPlace, cameFrom, forgetPlace, isNotePath, rememberPlace } from './came-from.ts';

const notePath = '/pro-dashboard/sessions/a1/note';

beforeEach(forgetPlace);

test.each([
  ['/pro-dashboard/homepage', '', 'Home', '/pro-dashboard/homepage'],
  ['/pro-dashboard/schedule', '?date=2026-11-12&view=week', 'Calendar', '/pro-dashboard/schedule'],
  ['/pro-dashboard/schedule/a1', '?date=2026-11-12', 'Calendar', '/pro-dashboard/schedule'],
  ['/pro-dashboard/patient-charts', '', 'Patients', '/pro-dashboard/patient-charts'],
  ['/pro-dashboard/patient-charts/c1', '', 'Chart', '/pro-dashboard/patient-charts'],
  ['/pro-dashboard/sync', '', 'Sync', null],
])('a note opened from %s%s leads back there, as "%s"', (path, search, label, section) => {
  rememberPlace(path, search);
  rememberPlace(notePath, '');
  expect(cameFrom()).toEqual({ href: path + search, label, section });
});

test('leafing through notes leads back to where it began; a lock or a fresh start leads to the calendar', () => {
  rememberPlace('/pro-dashboard/patient-charts/c1', '');
  rememberPlace(notePath, '');
  rememberPlace('/pro-dashboard/sessions/a2/note', '');
  expect(cameFrom().label).toBe('Chart');
  forgetPlace();
  expect(cameFrom()).toBe(calendarPlace);
  expect(isNotePath('/pro-dashboard/schedule/a1')).toBe(false);
});
