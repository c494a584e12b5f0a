// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { Link } from '@tanstack/react-router';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { LeaseState } from '../../../../sync/client/api.ts';
import { Value } from '../../../../sync/client/observable.ts';
import { chartScope, personScope, practiceScope } from '../../../../sync/collections/classes.ts';
import { sampleIdsOf } from '../../../../sync/collections/sample.ts';
import { clockTime, fullDate } from '../../../lib/time.ts';
import { useRecord } from '../../../lib/use-records.ts';
import { recentClients } from '../../../model/clients/recent-clients.ts';
import { useClientName } from '../../../model/clients/use-client-names.ts';
import { useRoles } from '../../../model/people/use-roles.ts';
import { accountRow, cardRow, DrawnScreen, memberRow, practiceRow, type Row } from '../../../testing/drawn-screen.tsx';
import { quiet } from '../../../testing/quiet.ts';
import { ChartDetail } from './chart-detail.tsx';
import { ClientsContext, type ClientRow } from './use-clients.ts';

const now = '2026-11-20T12:00:00.000Z';
const practice = practiceScope('x');
const list = '/pro-dashboard/patient-charts';
let screen: DrawnScreen;
let clients: readonly ClientRow[];
let twins: ReadonlyMap<string, readonly string[]>;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] });
  localStorage.clear();
  [clients, twins] = [[], new Map()];
  screen = new DrawnScreen();
  screen.device.put(accountRow(), practiceRow, cardRow);
  return () => vi.useRealTimers();
});

/** Another chart, all of which is read already: nothing is waited for on the way to it. */
function Beside() {
  useRecord('chart', 'd');
  useClientName('d');
  useRoles(chartScope('d'));
  return (
    <Link to="/pro-dashboard/patient-charts/$chartId" params={{ chartId: 'd' }}>
      The chart beside it
    </Link>
  );
}

async function draw(chartId = 'c'): Promise<void> {
  await screen.drawAt(
    `${list}/${chartId}`,
    [list.slice(1), '$chartId'],
    <ClientsContext value={{ clients, twins }}>
      <Beside />
      <ChartDetail />
    </ClientsContext>,
  );
  await act(quiet);
}

const chartRow = (id = 'c', more: object = {}): Row => ({
  collection: 'chart',
  record: {
    id,
    scope: chartScope(id),
    body: {
      patient_type: 'individual',
      client_status: 'active',
      presenting_problem: 'Sleeps badly.',
      opened: '2026-11-01T00:00:00.000Z',
      practice_id: 'x',
      ...more,
    },
  },
});
const card = (more: object, id = 'c'): Row => ({
  collection: 'client_card',
  record: { id, scope: chartScope(id), body: { ...(cardRow.record.body as object), ...more } },
});
const person = (id = 'm', more: object = {}): Row => ({
  collection: 'chart_person',
  record: { id, scope: personScope(id), body: { chart_id: 'c', first_name: 'Mara', last_name: 'Test', ...more } },
});
const treating = (id = 'c'): Row => memberRow('pro-1', {}, chartScope(id));

const article = () => screen.said('article[aria-label="Chart"]');
const parts = () => [...document.querySelectorAll('article section')].map((one) => one.getAttribute('aria-label'));
/** What is known of the client, by what it is called. */
const facts = () =>
  [...document.querySelectorAll('header dl > div')].map((one) =>
    [...one.children].map(({ textContent }) => textContent).join(': '),
  );
const linkTo = (words: string) =>
  [...document.querySelectorAll('a')].find((one) => one.textContent === words)?.getAttribute('href');
const localTime = `Local time: ${clockTime(now, 'UTC')}, UTC`;

test('while the chart is being read only the way back stands there, and nothing is said to be missing', async () => {
  screen.device.put(chartRow(), treating(), person());
  screen.device.isHeld = true;
  await draw();
  expect([linkTo('Patients'), article(), screen.said('h1'), screen.said('h2')]).toEqual([list, null, null, null]);
  for (let turn = 0; turn < 8; turn += 1) act(() => screen.device.answer());
  expect([linkTo('Patients'), screen.said('h1')]).toEqual([list, 'Mara Test']);
});

const ended = memberRow('pro-1', { ended: '2026-11-01T00:00:00.000Z' }, chartScope('none'));
test.each([
  ['never was here', [], 'none', 'This chart is not on this device', 'It may not have arrived yet'],
  [
    'is no more this person’s to see',
    [ended],
    'none',
    'Your access to this chart has ended',
    'A colleague who treats this client',
  ],
  [
    'is closed for want of a connection',
    [],
    'shared',
    'Closed, or not on this device',
    'open again at the next connection',
  ],
] as const)(
  'of a chart that %s is said what is known, with the way to the others',
  async (_, rows, closed, title, text) => {
    screen.device.put(...rows);
    screen.parts['lease'] = new Value<LeaseState>({ closed, ownUntil: null, sharedUntil: null, turn: 0 });
    await draw('none');
    expect(screen.text()).toContain(title);
    expect(screen.text()).toContain(text);
    expect([linkTo('Patients'), linkTo('See all patients'), article()]).toEqual([list, list, null]);
    // Nobody has opened it.
    expect(recentClients.read('pro-1')).toEqual([]);
  },
);

test.each([
  ['who reads what is clinical', 'pro-7', [chartRow()], [['chart.view', { chart_id: 'c' }]]],
  ['who reads the card alone', 'pro-8', [], []],
])(
  'a chart that is opened is among the last opened, and a look at it is told for the log of %s',
  async (_, sub, rows, told) => {
    // A look is told once in half an hour: each of these is another person's.
    screen = new DrawnScreen(sub);
    screen.device.put(accountRow(sub), practiceRow, cardRow, ...rows);
    await draw();
    expect(screen.sent).toEqual(told);
    expect(recentClients.read(sub)).toEqual(['c']);
  },
);

test.each([
  ['who treats', [treating(), chartRow()], ['Edit', 'Archive'], true, null, 'Book a session'],
  ['who supervises', [memberRow('pro-1', { role: 'supervisor' }), chartRow()], [], false, 'Status: Active', null],
  ['the front desk', [memberRow('pro-1', { role: 'scheduler' }, practice)], ['Edit'], false, null, 'Book a session'],
  ['who holds sessions alone', [memberRow('pro-1', { role: 'scheduler' })], [], false, null, null],
] as const)(
  'what is shown and what can be done is what is for %s',
  async (_, rows, buttons, choosesStatus, status, books) => {
    screen.device.put(person(), ...rows);
    await draw();
    expect(screen.said('h1')).toBe('Mara Test');
    expect(['Edit', 'Archive'].filter((words) => screen.button(words))).toEqual(buttons);
    expect(document.querySelector('select') !== null).toBe(choosesStatus);
    expect(facts()).toEqual([localTime, ...(status === null ? [] : [status])]);
    expect(linkTo('Book a session') !== undefined).toBe(books !== null);
    expect(screen.text().includes('Sleeps badly.')).toBe(rows.some(({ collection }) => collection === 'chart'));
  },
);

test('what is known of a client stands there with the time where they are; until their own record has come, what the card says', async () => {
  screen.device.put(card({ timezone: 'Asia/Tokyo', phone_number: '+1 206 555 0100' }), chartRow(), treating());
  await draw();
  const tokyo = `Local time: ${clockTime(now, 'Asia/Tokyo')}, Tokyo time`;
  expect([facts(), screen.button('Edit')]).toEqual([['Phone: +1 206 555 0100', tokyo], undefined]);
  screen.put(person('m', { dob: '1990-11-21', pronouns: 'she/her' }));
  expect(facts()).toEqual(['Pronouns: she/her', `Born: ${fullDate('1990-11-21')}, 35 years`, tokyo]);
  expect(screen.button('Edit')).toBeDefined();
});

test('a couple is called by both, and each fact says whose it is', async () => {
  screen.device.put(chartRow('c', { patient_type: 'couple' }), treating());
  screen.device.put(person(), person('n', { first_name: 'Noa', pronouns: 'they/them' }));
  await draw();
  expect(screen.said('h1')).toBe('Mara and Noa Test');
  expect(facts()).toEqual(['Pronouns of Noa: they/them', localTime, 'Type: Couple']);
});

const archived = '2026-11-02T03:00:00.000Z';
const changes = () => screen.sent.filter(([name]) => name !== 'chart.view');

test('an archived client is not planned with, and whoever treats brings them back', async () => {
  screen.device.put(chartRow(), treating(), person(), card({ archived }));
  await draw();
  expect(screen.said('[data-tone="info"]')).toContain(`Archived on ${fullDate('2026-11-01')}`);
  expect([screen.button('Archive'), linkTo('Book a session')]).toEqual([undefined, undefined]);
  screen.answer = () => Promise.reject(new Error('the storage is full'));
  await screen.press('Restore');
  expect(screen.alert()).toBe('Not saved: the storage of this device did not take it.');
  expect(changes()).toEqual([['chart.restore', { chart_id: 'c' }]]);
  screen.put(card({}));
  expect(screen.said('[data-tone="info"]')).toBeNull();
  expect([screen.button('Archive'), linkTo('Book a session')]).not.toContain(undefined);
});

test('of an archived client only whoever treats is offered to bring them back', async () => {
  screen.device.put(memberRow('pro-1', { role: 'scheduler' }, practice), person(), card({ archived }));
  await draw();
  expect(screen.said('[data-tone="info"]')).toContain('Archived on');
  expect(screen.button('Restore')).toBeUndefined();
});

const named = { name: 'Mara Test', listName: 'Test, Mara', otherName: '', people: [], status: 'active' } as const;
const plain = { ...named, type: 'individual', isArchived: false, isSample: false, isTreated: true } as const;
const row = (chartId: string, mergedInto: string | null = null): ClientRow => ({ chartId, ...plain, mergedInto });

test('a merged chart leads to the one that is worked in, and that one to the notes of before', async () => {
  screen.device.put(
    card({ archived, merged_into: 'd' }),
    card({ first_name: 'Maria' }, 'd'),
    chartRow('d'),
    treating('d'),
  );
  clients = [row('c', 'd'), row('d'), row('e', 'other')];
  await draw();
  expect(screen.said('[data-tone="info"]')).toContain('Merged into another chart');
  expect(linkTo('the chart of Maria Test')).toBe(`${list}/d`);
  expect(screen.text()).not.toContain('Notes of before');
  await draw('d');
  expect(screen.text()).toContain('Notes of before are in the chart of Mara Test.');
  expect(linkTo('the chart of Mara Test')).toBe(`${list}/c`);
});

test('a sample says that it is one, is neither booked, changed, archived nor shared, and goes with one tap', async () => {
  const { chart } = sampleIdsOf('pro-1');
  screen.device.put(chartRow(chart, { sample: 'shown' }), treating(chart), card({ sample: 'shown' }, chart));
  screen.device.put(person('m', { chart_id: chart }));
  await draw(chart);
  expect(screen.said('[data-tone="info"]')).toContain('A sample client');
  expect(['Edit', 'Archive'].filter((words) => screen.button(words))).toEqual([]);
  expect(linkTo('Book a session')).toBeUndefined();
  expect(parts()).toEqual(['Upcoming sessions', 'Past sessions']);
  await screen.press('Remove the sample');
  expect(changes()).toEqual([['sample.remove', {}]]);
  screen.put(card({ sample: 'removed' }, chart), chartRow(chart, { sample: 'removed', sample_removed: now }));
  expect([article(), screen.said('h1')]).toEqual([null, null]);
  expect(screen.text()).toContain(`Until ${fullDate('2026-12-20')} it can be brought back`);
  await screen.press('Bring it back');
  expect(changes().slice(1)).toEqual([['sample.bring_back', {}]]);
  screen.put(chartRow(chart, { sample: 'removed', sample_removed: '2026-10-01T12:00:00.000Z' }));
  expect([screen.text().includes('The sample client is gone'), screen.button('Bring it back')]).toEqual([
    true,
    undefined,
  ]);
});

test('below what is known stand the sessions, the account of the client, and who has access', async () => {
  screen.device.put(chartRow(), treating(), person());
  await draw();
  expect(parts()).toEqual(['Upcoming sessions', 'Past sessions', 'Client account', 'Who has access']);
});

test.each([
  ['whoever treats', [treating()], {}, true],
  ['nobody else', [memberRow('pro-1', { role: 'supervisor' })], {}, false],
  ['nobody where the client is archived', [treating()], { archived }, false],
])('that a client is perhaps here twice is said to %s', async (_, rows, more, isSaid) => {
  screen.device.put(chartRow(), person(), card(more), ...rows);
  clients = [row('c'), row('d')];
  twins = new Map([['c', ['d']]]);
  await draw();
  expect(screen.text().includes('Perhaps here twice')).toBe(isSaid);
});

test.each([
  ['who treats', [treating()], true],
  ['the front desk', [memberRow('pro-1', { role: 'scheduler' }, practice)], true],
  ['who only reads', [memberRow('pro-1', { role: 'supervisor' })], false],
])('a change to this client that was not taken is said to %s', async (_, rows, isSaid) => {
  const args = { chart_id: 'c', person_id: 'm', pronouns: 'she/her' };
  const [name, code, message] = ['chart_person.edit', 'changed_meanwhile', 'It was changed elsewhere.'];
  screen.items = [{ uid: 'r', name, at: now, kind: 'rejected', code, message, args }];
  screen.device.put(chartRow(), person(), ...rows);
  await draw();
  expect(screen.alert()?.startsWith(`A change to this client was not taken${message}`) ?? false).toBe(isSaid);
});

test('what was done in one chart is not said in the next', async () => {
  screen.device.put(chartRow(), treating(), chartRow('d', { client_status: 'inactive' }), treating('d'), card({}, 'd'));
  await draw();
  await screen.fill('Status', 'inactive');
  await act(quiet);
  expect(changes()).toEqual([['chart.set_status', { chart_id: 'c', client_status: 'inactive' }]]);
  screen.put(chartRow('c', { client_status: 'inactive' }));
  expect(article()).toContain('Now inactive, until now active.');
  await act(async () => {
    document.querySelector<HTMLElement>('a')?.click();
    await quiet();
  });
  expect([screen.where(), document.querySelector('select')?.value]).toEqual([`${list}/d`, 'inactive']);
  expect(article()).not.toContain('until now');
});
