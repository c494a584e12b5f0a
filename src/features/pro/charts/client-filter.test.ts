import { expect, test } from 'vitest';
import { clientRows, type ClientsFrom } from './client-rows.ts';
import { clientIndex, filterClients, isFiltered, noFilter, type ClientFilter } from './client-filter.ts';
import { duplicatesIn } from './use-duplicates.ts';

const practice = { practice_id: 'p1', timezone: 'America/New_York' };
const chart = {
  presenting_problem: '',
  opened: '2026-01-01T00:00:00.000Z',
  practice_id: 'p1',
  client_status: 'active',
} as const;
const from: ClientsFrom = {
  cards: [
    { id: 'zoe', body: { ...practice, first_name: 'Zoe', last_name: 'Abel', phone_number: '(303) 555-0133' } },
    { id: 'two', body: { ...practice, first_name: 'Ana and Ben', last_name: 'Ruiz' } },
    {
      id: 'old',
      body: {
        ...practice,
        first_name: 'Zoë',
        last_name: 'Abel',
        phone_number: '303 555 0133',
        archived: '2026-02-01T00:00:00.000Z',
      },
    },
    {
      id: 'gone',
      body: {
        ...practice,
        first_name: 'Zoe',
        last_name: 'Abel',
        phone_number: '303 555 0133',
        archived: '2026-02-01T00:00:00.000Z',
        merged_into: 'zoe',
      },
    },
    { id: 'sam', body: { ...practice, first_name: 'Sam', last_name: 'Sample', sample: 'shown' } },
  ],
  charts: [
    { id: 'zoe', body: { ...chart, patient_type: 'individual', client_status: 'waitlist' } },
    { id: 'two', body: { ...chart, patient_type: 'couple' } },
    { id: 'old', body: { ...chart, patient_type: 'individual' } },
  ],
  people: [
    { body: { chart_id: 'two', first_name: 'Ana', last_name: 'Ruiz', email: 'ana@home.test' } },
    { body: { chart_id: 'two', first_name: 'Ben', last_name: 'Cole', phone_number: '+1 212 555 0142' } },
  ],
  treated: new Set(['zoe', 'two', 'old', 'gone', 'sam']),
};
const rows = clientRows(from);
const index = clientIndex(rows);
const shown = (filter: Partial<ClientFilter>) =>
  filterClients(index, { ...noFilter, ...filter }).shown.map(({ chartId }) => chartId);

test('by last name, a couple by both, and everything that a row says', () => {
  expect(rows.map(({ name }) => name)).toEqual([
    'Zoe Abel',
    'Zoe Abel',
    'Zoë Abel',
    'Ana Ruiz and Ben Cole',
    'Sam Sample',
  ]);
  expect(rows.find(({ chartId }) => chartId === 'gone')).toMatchObject({
    isArchived: true,
    mergedInto: 'zoe',
    status: null,
    type: 'individual',
  });
  expect(rows.find(({ chartId }) => chartId === 'sam')).toMatchObject({ isSample: true, isTreated: true });
  // [SD-1] Of nobody else's.
  expect(clientRows({ ...from, treated: new Set(['zoe']) }).map(({ chartId }) => chartId)).not.toContain('sam');
});

test.each<[string, Partial<ClientFilter>, readonly string[]]>([
  ['nothing: the archived ones are hidden', {}, ['zoe', 'two', 'sam']],
  ['the archived ones on demand', { isArchivedShown: true }, ['zoe', 'gone', 'old', 'two', 'sam']],
  ['a phone of one of a couple', { query: '2125550142' }, ['two']],
  ['an email of one of a couple', { query: 'ana@' }, ['two']],
  ['a name of one of a couple', { query: 'cole' }, ['two']],
  ['a status', { status: 'waitlist' }, ['zoe']],
  ['a type', { type: 'couple' }, ['two']],
  ['several at once', { query: 'abel', type: 'individual', isArchivedShown: true }, ['zoe', 'gone', 'old']],
])('%s', (_name, filter, ids) => {
  expect(shown(filter)).toEqual(ids);
});

test('how many archived ones match is told without showing them', () => {
  expect(filterClients(index, { ...noFilter, query: 'abel' })).toMatchObject({ archived: 2 });
  expect([
    isFiltered(noFilter),
    isFiltered({ ...noFilter, query: ' ' }),
    isFiltered({ ...noFilter, type: 'couple' }),
  ]).toEqual([false, false, true]);
});

test('a twin may be archived, but not merged or a sample; what is kept apart is none, and nothing is offered on an archived one', () => {
  expect(Object.fromEntries(duplicatesIn(rows, []))).toEqual({ zoe: ['old'] });
  expect(duplicatesIn(rows, ['old zoe']).size).toBe(0);
  expect(
    duplicatesIn(
      rows.map((row) => ({ ...row, isTreated: row.chartId !== 'old' })),
      [],
    ).size,
  ).toBe(0);
});
