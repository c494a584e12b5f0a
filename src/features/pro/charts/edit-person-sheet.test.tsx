// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AttentionItem, SeenRecord } from '../../../../sync/client/api.ts';
import { errorTexts } from '../../../../sync/protocol/error-codes.ts';
import { unsavedTexts } from '../../../lib/flush.ts';
import type { ChartPerson } from './client-rows.ts';
import { EditPersonSheet } from './edit-person-sheet.tsx';
import type { RefusedEdit } from './refused-edits.ts';
import { DrawnSheet, saved } from './testing/drawn-sheet.tsx';

const person = (body: Partial<ChartPerson>, stamps: Record<string, string>, id = 'c1.1'): SeenRecord<ChartPerson> => ({
  collection: 'chart_person',
  id,
  scope: `person:${id}`,
  cls: 'contact',
  shape: 1,
  version: 1,
  pending: false,
  stamps,
  body: { chart_id: 'c1', first_name: 'Ana', last_name: 'Ruiz', ...body },
});

let sheet: DrawnSheet;
let closed: number;
beforeEach(() => {
  sheet = new DrawnSheet();
  closed = 0;
});
afterEach(() => {
  sheet.leave();
  unsavedTexts.letGo();
  document.body.replaceChildren();
});

function draw(people: readonly SeenRecord<ChartPerson>[], again: RefusedEdit | null = null): void {
  sheet.draw(
    <EditPersonSheet
      chartId="c1"
      people={people}
      timezone="America/New_York"
      again={again}
      onClose={() => {
        closed += 1;
      }}
    />,
  );
}

const now = (): string | null => sheet.said('section[aria-label="What is there now"]');
const bases = () => sheet.sent.map(({ options }) => options?.base);

test('[CH-2] only what was changed is sent, with the version that was on screen when the sheet was opened', async () => {
  draw([person({ phone_number: '1', email: 'a@b.test' }, { phone_number: 'u1', email: 'u2' })]);
  await sheet.type('Phone', '303 555 0133');
  await sheet.type('Email', '');
  // Another device changes the name meanwhile: that is not hers to send.
  const stamps = { first_name: 'u5', phone_number: 'u1', email: 'u2' };
  draw([person({ first_name: 'Anna', phone_number: '1', email: 'a@b.test' }, stamps)]);
  await sheet.press('Save');
  expect(sheet.sent).toEqual([
    {
      name: 'chart_person.edit',
      args: { chart_id: 'c1', person_id: 'c1.1', phone_number: '303 555 0133', email: '' },
      options: { owner: 'pro-1', base: { phone_number: 'u1', email: 'u2' } },
    },
  ]);
  expect(closed).toBe(1);
});

test('nothing changed is nothing sent', async () => {
  draw([person({}, {})]);
  await sheet.press('Save');
  expect([sheet.sent, closed]).toEqual([[], 1]);
});

test('[CH-2] refused, the text stands there with what was typed; once what is there now was seen, it goes on from that version', async () => {
  draw([person({ phone_number: '1' }, { phone_number: 'u1' })]);
  await sheet.type('Phone', '303 555 0133');
  draw([person({ phone_number: '2' }, { phone_number: 'u7' })]);
  sheet.answer = () => ({ kind: 'rejected', code: 'changed_meanwhile', message: errorTexts.changed_meanwhile });
  await sheet.press('Save');
  expect(sheet.said('[role="alert"]')).toContain(errorTexts.changed_meanwhile);
  expect([sheet.input('Phone').value, closed, now()]).toEqual(['303 555 0133', 0, null]);
  await sheet.press('See what is there now');
  expect(now()).toContain('Phone2You wrote: 303 555 0133');
  sheet.answer = () => saved;
  await sheet.press('Save');
  expect(bases()).toEqual([{ phone_number: 'u1' }, { phone_number: 'u7' }]);
  expect(closed).toBe(1);
});

test('[CH-2] what was typed outlives its sheet, with the version that it was typed over', async () => {
  draw([person({ phone_number: '1' }, { phone_number: 'u1' })]);
  await sheet.type('Phone', '303 555 0133');
  sheet.leave();
  sheet = new DrawnSheet();
  draw([person({ phone_number: '2' }, { phone_number: 'u7' })]);
  expect(sheet.input('Phone').value).toBe('303 555 0133');
  await sheet.press('Save');
  expect(bases()).toEqual([{ phone_number: 'u1' }]);
});

const item = { uid: 'r1', name: 'chart_person.edit', code: 'changed_meanwhile' } as AttentionItem;

test('[CH-2] what the server refused is taken up again, beside what is there now, and replaces what was kept', async () => {
  const facts = { phone_number: '303 555 0133', dob: '1990-05-06' };
  draw([person({ phone_number: '2' }, { phone_number: 'u7' })], { item, personId: 'c1.1', facts, timezone: null });
  expect(now()).toContain('Phone2You wrote: 303 555 0133');
  expect(sheet.input('Date of birth').value).toBe('05/06/1990');
  await sheet.press('Save');
  expect(sheet.sent[0]?.options).toEqual({
    owner: 'pro-1',
    base: { phone_number: 'u7', dob: '' },
    replaces: 'r1',
  });
});

test('what is the same by now is let go', async () => {
  const facts = { phone_number: '2' };
  draw([person({ phone_number: '2' }, { phone_number: 'u7' })], { item, personId: 'c1.1', facts, timezone: null });
  expect(now()).toContain('The same as you wrote.');
  await sheet.press('Save');
  expect([sheet.sent, sheet.dismissed, closed]).toEqual([[], ['r1'], 1]);
});

test('[CH-2] a zone that was refused is taken up again too, over the one that is there now', async () => {
  const facts = { phone_number: '303 555 0133' };
  const again = { item, personId: 'c1.1', facts, timezone: 'America/Denver' };
  draw([person({ phone_number: '2' }, { phone_number: 'u7' })], again);
  await sheet.press('Save');
  expect(sheet.sent[0]).toMatchObject({
    args: { person_id: 'c1.1', phone_number: '303 555 0133', timezone: 'America/Denver' },
    options: { base: { phone_number: 'u7', timezone: '' }, replaces: 'r1' },
  });
});
