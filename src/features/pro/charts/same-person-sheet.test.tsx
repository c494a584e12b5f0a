// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chartScope, personScope } from '../../../../sync/collections/classes.ts';
import { notTakenWords } from '../../../lib/use-change.ts';
import { SamePersonSheet } from './same-person-sheet.tsx';
import { DrawnSheet, saved } from './testing/drawn-sheet.tsx';

let sheet: DrawnSheet;
let closed: number;
beforeEach(() => {
  sheet = new DrawnSheet();
  closed = 0;
  const side = (id: string, phone_number: string) => {
    const name = { first_name: 'Ana', last_name: 'Ruiz' };
    return [
      {
        collection: 'client_card',
        record: { id, scope: chartScope(id), body: { ...name, timezone: 'UTC', practice_id: 'p1' } },
      },
      {
        collection: 'chart_person',
        record: {
          id: `${id}.1`,
          scope: personScope(`${id}.1`),
          body: { chart_id: id, ...name, ...(phone_number === '' ? {} : { phone_number }) },
        },
      },
    ];
  };
  sheet.device.put(...side('c1', ''), ...side('c2', '303 555 0133'));
  sheet.draw(
    <SamePersonSheet
      chartId="c1"
      otherId="c2"
      zone="UTC"
      onApart={() => undefined}
      onClose={() => {
        closed += 1;
      }}
    />,
  );
});
afterEach(() => {
  sheet.leave();
  document.body.replaceChildren();
});

const names = () => sheet.sent.map(({ name }) => name);

test.each([
  ['what is taken over', 'chart_person.edit'],
  ['the merging', 'chart.merge'],
])('[CH-4] where %s throws, it is said, and can be tried again', async (_what, broken) => {
  sheet.answer = ({ name }) => {
    if (name === broken) throw new Error('the storage is full');
    return saved;
  };
  await sheet.press('Merge');
  expect(names().at(-1)).toBe(broken);
  expect([sheet.said('[role="alert"]'), closed]).toEqual([expect.stringContaining(notTakenWords), 0]);
  sheet.answer = () => saved;
  await sheet.press('Merge');
  expect([names().at(-1), closed]).toEqual(['chart.merge', 1]);
});
