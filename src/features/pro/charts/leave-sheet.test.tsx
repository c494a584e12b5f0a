// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chartScope } from '../../../../sync/collections/classes.ts';
import { appointmentBodyOf } from '../../../../sync/testing/builders.ts';
import { noteBodyOf } from '../../../../sync/testing/call-records.ts';
import { notTakenWords } from '../../../lib/use-change.ts';
import { LeaveSheet, type Leaving } from './leave-sheet.tsx';
import { DrawnSheet, saved } from './testing/drawn-sheet.tsx';

let sheet: DrawnSheet;
let left: number;
beforeEach(() => {
  sheet = new DrawnSheet();
  left = 0;
  const session = (id: string, day: string) => ({
    collection: 'appointment',
    record: {
      id,
      scope: chartScope('c1'),
      body: appointmentBodyOf({ start: `2026-12-${day}T14:00:00.000Z`, end: `2026-12-${day}T14:50:00.000Z` }),
    },
  });
  sheet.device.put(session('s1', '02'), session('s2', '09'));
});
afterEach(() => {
  sheet.leave();
  document.body.replaceChildren();
});

function draw(kind: Leaving): void {
  sheet.draw(
    <LeaveSheet
      kind={kind}
      chartId="c1"
      name="Ana Ruiz"
      zone="America/New_York"
      now="2026-11-25T12:00:00.000Z"
      onLeft={() => {
        left += 1;
      }}
      onClose={() => undefined}
    />,
  );
}

const names = () => sheet.sent.map(({ name, args }) => [name, ...Object.values(args)]);

test('[CH-3] nothing is cancelled unasked', async () => {
  draw('archive');
  await sheet.press('Archive');
  expect([names(), left]).toEqual([[['chart.archive', 'c1']], 1]);
});

test('[CH-3] what is ticked is cancelled first, and that alone', async () => {
  draw('discharge');
  await sheet.tick('Cancel Wednesday, December 9');
  await sheet.press('Discharge and cancel 1 session');
  expect(names()).toEqual([
    ['appointment.cancel', 's2'],
    ['chart.set_status', 'c1', 'discharged'],
  ]);
});

test('[CH-3] what cannot be cancelled is said, and the client stays', async () => {
  draw('archive');
  await sheet.press('Cancel all of them');
  sheet.answer = ({ args }) =>
    Object.values(args).includes('s2') ? { kind: 'rejected', code: 'session_signed', message: 'It is signed.' } : saved;
  await sheet.press('Archive and cancel 2 sessions');
  expect(names()).toEqual([
    ['appointment.cancel', 's1'],
    ['appointment.cancel', 's2'],
  ]);
  expect([sheet.said('[role="alert"]'), left]).toEqual([expect.stringContaining('December 9'), 0]);
});

const signed = { at: '2026-11-20T09:00:00.000Z', by: 'pro-1', name: 'Dr. One' };
function noted(id: string, day: string, risk: string): void {
  const session = { start: `2026-11-${day}T14:00:00.000Z`, end: `2026-11-${day}T14:50:00.000Z` };
  const note = noteBodyOf({ appointment_id: id, session_start: session.start, answers: { risk }, signed });
  sheet.device.put(
    { collection: 'appointment', record: { id, scope: chartScope('c1'), body: appointmentBodyOf(session) } },
    { collection: 'note', record: { id: `note.${id}`, scope: chartScope('c1'), body: note } },
  );
}

test('[CH-3] an open risk is named, and answered for before the client goes', async () => {
  noted('p1', '11', 'High');
  draw('archive');
  expect(document.body.textContent).toContain('says: High.');
  await sheet.press('Archive');
  expect([names(), sheet.said('[role="alert"]')]).toEqual([[], expect.stringContaining('names a risk')]);
  await sheet.tick('It is seen to');
  await sheet.press('Archive');
  expect(names()).toEqual([['chart.archive', 'c1']]);
});

test('[CH-3] a risk that a later note calls low is not open any more', async () => {
  noted('p1', '11', 'High');
  noted('p2', '18', 'Low');
  draw('archive');
  expect(document.body.textContent).not.toContain('A risk is open');
  await sheet.press('Archive');
  expect(names()).toEqual([['chart.archive', 'c1']]);
});

function breakStorage(): never {
  throw new Error('the storage is full');
}

test.each(['archive', 'discharge'] as const)('where it throws, %s says so, and can be tried again', async (kind) => {
  draw(kind);
  const act = kind === 'archive' ? 'Archive' : 'Discharge';
  sheet.answer = breakStorage;
  await sheet.press(act);
  expect([sheet.said('[role="alert"]'), left]).toEqual([expect.stringContaining(notTakenWords), 0]);
  sheet.answer = () => saved;
  await sheet.press(act);
  expect([sheet.said('[role="alert"]'), left]).toEqual([null, 1]);
});

test('[CH-3] where the cancelling of a session throws, it is said of which, and the client stays', async () => {
  draw('archive');
  await sheet.press('Cancel all of them');
  sheet.answer = ({ args }) => (Object.values(args).includes('s2') ? breakStorage() : saved);
  await sheet.press('Archive and cancel 2 sessions');
  expect(sheet.said('[role="alert"]')).toMatch(/December 9.*: Not saved/);
  expect([names().length, left]).toEqual([2, 0]);
  sheet.answer = () => saved;
  await sheet.press('Archive and cancel 2 sessions');
  expect(left).toBe(1);
});
