// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chartScope, practiceScope } from '../../sync/collections/classes.ts';
import { sampleIdsOf } from '../../sync/collections/sample.ts';
import { appointmentBodyOf } from '../../sync/testing/builders.ts';
import { accountRow, cardRow, DrawnScreen, memberRow } from '../testing/drawn-screen.tsx';
import { Palette } from './palette.tsx';

/** The evening in Chicago, where the professional is; by UTC it is the next day. */
const now = '2026-11-26T01:00:00.000Z';
let screen: DrawnScreen;
let closed: number;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] });
  screen = new DrawnScreen();
  closed = 0;
  screen.device.put(accountRow(), cardRow, memberRow('pro-1', { role: 'professional' }, practiceScope('x')));
});
afterEach(() => void vi.useRealTimers());

const draw = () => screen.draw(<Palette work="clinician" onClose={() => void (closed += 1)} />);
const found = () => [...document.querySelectorAll('[role="option"]')].map((one) => one.textContent);
const chosen = () => document.querySelector('[aria-selected="true"]')?.textContent;
const box = () => document.querySelector<HTMLInputElement>('[role="combobox"]');
const key = (pressed: string) =>
  act(
    async () =>
      void box()?.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true })),
  );
async function type(text: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box(), text);
    box()?.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
const client = (id: string, first_name: string, more: object = {}) => ({
  collection: 'client_card',
  record: {
    id,
    scope: chartScope(id),
    body: { first_name, last_name: 'Test', timezone: 'UTC', practice_id: 'x', ...more },
  },
});
const session = (id: string, start: string, end: string) => ({
  collection: 'appointment',
  record: { id, scope: chartScope('c'), body: appointmentBodyOf({ start, end, clinician: 'pro-1' }) },
});

test('without a query: today’s sessions, by the clock of who looks, and what is owed; no client by name', async () => {
  screen.put(
    session('today', '2026-11-26T02:00:00.000Z', '2026-11-26T02:50:00.000Z'),
    session('tomorrow', '2026-11-26T16:00:00.000Z', '2026-11-26T16:50:00.000Z'),
    session('over', '2026-11-24T16:00:00.000Z', '2026-11-24T16:50:00.000Z'),
  );
  await draw();
  expect(found()).toEqual([
    expect.stringMatching(/^Mara TestSession today, (20:00|8:00\sPM)$/),
    expect.stringMatching(/^Mara Test.*Yesterday$|^Mara Test.*24/),
  ]);
});

test('a name finds a client, whichever of the words is begun, and the keys go round and open who is chosen', async () => {
  screen.put(client('d', 'Amara'), client('e', 'Maria'));
  await draw();
  await type('mar');
  expect(found()).toEqual(['Mara TestPatient', 'Maria TestPatient']);
  expect(chosen()).toBe('Mara TestPatient');
  await key('ArrowDown');
  expect(chosen()).toBe('Maria TestPatient');
  await key('ArrowDown');
  expect(chosen()).toBe('Mara TestPatient');
  await key('ArrowUp');
  expect(chosen()).toBe('Maria TestPatient');
  await key('Enter');
  expect([closed, screen.where()]).toEqual([1, '/pro-dashboard/patient-charts/e']);
});

test('another query begins at its first entry', async () => {
  screen.put(client('e', 'Maria'));
  await draw();
  await type('test');
  await key('ArrowDown');
  expect(chosen()).toBe('Maria TestPatient');
  await type('tes');
  expect(chosen()).toBe('Mara TestPatient');
});

test('a session and a note lead to themselves', async () => {
  screen.put(
    session('today', '2026-11-26T02:00:00.000Z', '2026-11-26T02:50:00.000Z'),
    session('over', '2026-11-24T16:00:00.000Z', '2026-11-24T16:50:00.000Z'),
  );
  await draw();
  await key('Enter');
  expect(screen.where()).toBe('/pro-dashboard/schedule/today');
  await key('ArrowDown');
  await key('Enter');
  expect(screen.where()).toBe('/pro-dashboard/sessions/over/note');
});

test('[SD-1] whom a clinician looks around with is found by nobody else', async () => {
  screen.put(
    client(sampleIdsOf('pro-1').chart, 'Own', { sample: 'shown' }),
    client(sampleIdsOf('pro-2').chart, 'Theirs', { sample: 'shown' }),
  );
  await draw();
  await type('test');
  expect(found()).toEqual(['Mara TestPatient', 'Own TestPatient']);
});

test('nobody by a name is said, and opens nothing', async () => {
  await draw();
  await type('zzz');
  expect(screen.text()).toContain('Nobody by that name on this device.');
  await key('ArrowDown');
  await key('Enter');
  expect([closed, screen.where()]).toEqual([0, '/']);
});
