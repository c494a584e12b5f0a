// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionOf } from '../../../tests/support/session-of.ts';
import { DrawnScreen } from '../../testing/drawn-screen.tsx';
import { CalendarFileButton } from './calendar-file-button.tsx';

const now = '2026-11-21T09:00:00.000Z';
let screen: DrawnScreen;
let given: { readonly name: string; readonly blob: Blob }[];
beforeEach(() => {
  screen = new DrawnScreen();
  given = [];
  let blob = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((made) => {
    blob = made as Blob;
    return 'blob:one';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    given.push({ name: this.download, blob });
  });
});
afterEach(() => {
  screen.leave();
  vi.restoreAllMocks();
});

test('a session is given as a file that says nothing by its name', async () => {
  await screen.draw(<CalendarFileButton session={sessionOf('a1', {})} now={now} title="Busy" />);
  await screen.press('Add to calendar');
  await vi.waitFor(() => expect(given).toHaveLength(1));
  expect(given[0]?.name).toBe('appointment.ics');
  expect(await given[0]?.blob.text()).toContain('SUMMARY:Busy');
  expect(screen.alert()).toBeNull();
});

test('where the browser cannot make it, that is said', async () => {
  vi.spyOn(crypto.subtle, 'digest').mockRejectedValue(new Error('not here'));
  await screen.draw(<CalendarFileButton session={sessionOf('a1', {})} now={now} title="Busy" />);
  await screen.press('Add to calendar');
  await vi.waitFor(() => expect(screen.alert()).toBe('The file could not be made.'));
  expect(given).toEqual([]);
});
