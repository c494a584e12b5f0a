// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chartScope } from '../../../sync/collections/classes.ts';
import type { LeaseState } from '../../../sync/client/api.ts';
import { memberRow } from '../../testing/drawn-screen.tsx';
import { renderHook, type Rendered } from '../../testing/render-hook.tsx';
import { ScreenClient } from '../../testing/screen-client.ts';
import { askAgain, keepApart, notTheSame, pairOf, useNotTheSame } from './not-the-same.ts';
import { eachFact, factsOf, factText, isFactName, keptFact, typedFact } from './person-facts.ts';
import { recentClients, rememberOpened, useRecentClients } from './recent-clients.ts';
import { useGoneWords, type GoneWords } from './use-access-end.ts';

let device: ScreenClient;
let drawn: Pick<Rendered<unknown, unknown>, 'leave'> | null;
beforeEach(() => {
  device = new ScreenClient();
  drawn = null;
  for (const kept of [notTheSame, recentClients]) kept.forget();
});
afterEach(() => {
  drawn?.leave();
  for (const kept of [notTheSame, recentClients]) kept.forget();
});

function hook<Props, Result>(useIt: (props: Props) => Result, props: Props, closed?: LeaseState['closed']) {
  const lease = { get: () => leaseState, subscribe: () => () => undefined };
  const leaseState = { closed: closed ?? 'none', ownUntil: null, sharedUntil: null, turn: 0 } as LeaseState;
  const client = new Proxy(device.client, {
    get: (known, name) => (name === 'lease' ? lease : Reflect.get(known, name)) as unknown,
  });
  const rendered = renderHook(useIt, { client, props });
  drawn = rendered;
  return rendered;
}

const otherwise = { title: 'Not here', text: 'It may not have arrived.' };
const gone = (chartId: string | null) => useGoneWords(chartId, otherwise);
const ended = '2026-11-20T09:00:00.000Z';

test('an access that ended says so of this chart; of none, of one that stands beside it, and of another chart nothing', () => {
  device.put(
    memberRow('pro-1', { ended }),
    memberRow('pro-1', {}, chartScope('d')),
    memberRow('pro-2', { ended }, chartScope('e')),
  );
  const rendered = hook<string | null, GoneWords>(gone, 'c');
  expect(rendered.last().title).toBe('Your access to this chart has ended');
  for (const other of ['d', 'e', null]) {
    rendered.draw(other);
    expect(rendered.last()).toBe(otherwise);
  }
  rendered.draw('c');
  act(() => device.put(memberRow('pro-1', { role: 'scheduler' })));
  expect(rendered.last()).toBe(otherwise);
});

test('after long silence what is shared is said to be closed, but an end that is known is said before that', () => {
  device.put(memberRow('pro-1', { ended }));
  const rendered = hook<string | null, GoneWords>(gone, null, 'shared');
  expect(rendered.last().title).toBe('Closed, or not on this device');
  rendered.draw('c');
  expect(rendered.last().title).toBe('Your access to this chart has ended');
});

test('two who are kept apart are one pair, whichever is named first, once, the latest before the others, of this account alone', () => {
  expect(pairOf('b', 'a')).toBe(pairOf('a', 'b'));
  const rendered = hook(useNotTheSame, 'pro-1');
  act(() => {
    keepApart('pro-1', 'b', 'a');
    keepApart('pro-1', 'c', 'd');
    keepApart('pro-1', 'a', 'b');
  });
  expect(rendered.last()).toEqual(['a b', 'c d']);
  expect(notTheSame.read('pro-2')).toEqual([]);
  act(() => askAgain('pro-1', 'b', 'a'));
  expect(rendered.last()).toEqual(['c d']);
});

test('charts that were opened stand there the newest first, each once, six of them, of this account alone', () => {
  const rendered = hook(useRecentClients, 'pro-1');
  act(() => {
    for (const id of ['1', '2', '3', '4', '5', '6', '7', '3']) rememberOpened('pro-1', id);
  });
  expect(rendered.last()).toEqual(['3', '7', '6', '5', '4', '2']);
  const before = rendered.last();
  act(() => rememberOpened('pro-1', '3'));
  expect(rendered.last()).toBe(before);
  rememberOpened('', '9');
  expect([recentClients.read(''), recentClients.read('pro-2')]).toEqual([[], []]);
});

test('a fact is kept without the spaces around it, a birth date as the day that was typed or not at all', () => {
  expect(keptFact('first_name', '  Ana  ')).toBe('Ana');
  expect(keptFact('dob', typedFact('dob', '1990-02-03'))).toBe('1990-02-03');
  expect(typedFact('first_name', '1990-02-03')).toBe('1990-02-03');
  expect(keptFact('dob', 'soon')).toBe('');
});

test('of a person every fact is a text; what is not known, or is none, is empty', () => {
  const facts = factsOf({ first_name: 'Ana', dob: null, chart_id: 'c', phone_number: 7 });
  expect([facts.first_name, facts.dob, facts.phone_number, facts.insurance_member_id]).toEqual(['Ana', '', '', '']);
  expect(Object.hasOwn(facts, 'chart_id')).toBe(false);
  expect([isFactName('dob'), isFactName('toString'), isFactName('chart_id')]).toEqual([true, false, false]);
  expect(eachFact((name) => name.length).dob).toBe(3);
});

test('a state is called by its country’s own name, and one that is not there as it was written', () => {
  expect(factText('home_state', 'CA')).toBe('California');
  expect(factText('home_state', 'CA', { country: 'US' })).toBe('California');
  expect(factText('home_state', 'ON', { country: 'CA' })).toBe('Ontario');
  expect(factText('home_state', 'CA', { country: 'DE' })).toBe('CA');
  expect([factText('country', 'US'), factText('country', 'Atlantis')]).toEqual(['United States', 'Atlantis']);
  expect([factText('dob', ''), factText('last_name', 'Ruiz')]).toEqual(['', 'Ruiz']);
});
