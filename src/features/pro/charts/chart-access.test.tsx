// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chartScope, practiceScope } from '../../../../sync/collections/classes.ts';
import { ChartAccess } from './chart-access.tsx';
import { DrawnSheet } from './testing/drawn-sheet.tsx';

let sheet: DrawnSheet;
beforeEach(() => {
  // Past midnight in New York, where who looks is; nine in the evening in Los Angeles, where the practice is.
  vi.useFakeTimers({ now: Date.parse('2026-11-25T05:00:00.000Z'), toFake: ['Date'] });
  sheet = new DrawnSheet();
});
afterEach(() => {
  sheet.leave();
  document.body.replaceChildren();
  vi.useRealTimers();
});

const scope = chartScope('c1');
const practice = (zone: string) => ({
  collection: 'practice',
  record: { id: 'p1', scope: practiceScope('p1'), body: { name: 'Bay', zone } },
});
const card = {
  collection: 'client_card',
  record: { id: 'c1', scope, body: { first_name: 'Ada', last_name: 'Berg', timezone: 'UTC', practice_id: 'p1' } },
};
const member = (account: string, more: object) => ({
  collection: 'membership',
  record: {
    id: `m.c1.${account}.treating`,
    scope,
    body: { account, account_name: account, role: 'treating', from: '2026-11-20T20:00:00.000Z', ...more },
  },
});

test('[AC-6] an access is over when its last day is over in the practice, and not where who looks is', () => {
  const given = member('Ben', { access: 'delegated', until: '2026-11-24' });
  sheet.device.put(card, practice('America/Los_Angeles'), member('Ann', { access: 'own' }), given);
  sheet.draw(<ChartAccess scope={scope} zone="America/New_York" clientName="Ada Berg" />);
  const said = () => sheet.said('section');
  expect(said()).toContain('Ben');
  expect(said()).not.toContain('ended');
  act(() => sheet.device.put(practice('America/New_York')));
  expect(said()).toContain('1 access that ended');
});
