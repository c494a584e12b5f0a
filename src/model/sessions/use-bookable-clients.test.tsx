// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chartScope, practiceScope } from '../../../sync/collections/classes.ts';
import { accountRow, memberRow, practiceRow } from '../../testing/drawn-screen.tsx';
import { renderHook, type Rendered } from '../../testing/render-hook.tsx';
import { ScreenClient } from '../../testing/screen-client.ts';
import { useBookableClients, type BookableClient } from './use-bookable-clients.ts';

const card = (id: string, first_name: string, more: object = {}) => ({
  collection: 'client_card',
  record: {
    id,
    scope: chartScope(id),
    body: { first_name, last_name: 'Test', timezone: 'UTC', practice_id: 'x', ...more },
  },
});
const treats = (id: string, more: object = {}) => memberRow('pro-1', more, chartScope(id));

let device: ScreenClient;
let hook: Rendered<undefined, readonly BookableClient[] | null>;
beforeEach(() => {
  // The twentieth is over in New York, where the practice is, and not in Chicago.
  vi.useFakeTimers({ now: Date.parse('2026-11-21T05:30:00.000Z'), toFake: ['Date'] });
  device = new ScreenClient();
  device.put(accountRow(), practiceRow);
  hook = renderHook(useBookableClients, { client: device.client, props: undefined });
});
afterEach(() => {
  hook.leave();
  vi.useRealTimers();
});

const names = () => hook.last()?.map(({ name }) => name);

test('a clinician books those whom she treats, by name, and nobody whose chart is put away', () => {
  act(() =>
    device.put(
      card('1', 'Zoe'),
      card('2', 'ana'),
      card('3', 'Not'),
      card('4', 'Read'),
      card('5', 'Gone', { archived: '2026-11-01T00:00:00.000Z' }),
      card('6', 'Merged', { merged_into: '1' }),
      card('7', 'Made', { sample: 'shown' }),
      ...['1', '2', '5', '6', '7'].map((id) => treats(id)),
      treats('4', { role: 'supervisor' }),
    ),
  );
  expect(names()).toEqual(['ana Test', 'Zoe Test']);
});

test('[AC-6] not those to whom her access is over where the practice is; a couple is called by both', () => {
  const person = (id: string, first_name: string) => ({
    collection: 'chart_person',
    record: { id, scope: chartScope('2'), body: { chart_id: '2', first_name, last_name: 'Ruiz' } },
  });
  act(() =>
    device.put(
      card('1', 'Over'),
      card('2', 'Ana'),
      treats('1', { access: 'delegated', until: '2026-11-20' }),
      treats('2', { access: 'delegated', until: '2026-11-21' }),
      person('2.1', 'Ana'),
      person('2.2', 'Ben'),
    ),
  );
  expect(names()).toEqual(['Ana and Ben Ruiz']);
});

test('the front desk books everybody of its practice', () => {
  act(() => device.put(card('1', 'Ana'), card('2', 'Far', { practice_id: 'y' })));
  expect(names()).toEqual([]);
  act(() => device.put(memberRow('pro-1', { role: 'scheduler' }, practiceScope('x'))));
  expect(names()).toEqual(['Ana Test']);
});
