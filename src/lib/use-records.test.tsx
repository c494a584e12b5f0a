// @vitest-environment happy-dom
import { act } from 'react';
import { describe, expect, test } from 'vitest';
import { chartScope } from '../../sync/collections/classes.ts';
import { prefixRange } from '../../sync/core/index-key.ts';
import { renderHook } from '../testing/render-hook.tsx';
import { ScreenClient } from '../testing/screen-client.ts';
import { useGroups, useRange, useRecord, useRecords } from './use-records.ts';

const card = (id: string, last_name: string) => ({
  collection: 'client_card',
  record: { id, scope: chartScope(id), body: { first_name: 'Ada', last_name, timezone: 'UTC', practice_id: 'p1' } },
});
const people = (id: string, chart: string) => ({
  collection: 'chart_person',
  record: { id, scope: `person:${id}`, body: { chart_id: chart, first_name: id, last_name: 'Test' } },
});

describe('one record', () => {
  test('is loading until the device has answered; then it is there, or it is not', () => {
    const device = new ScreenClient();
    device.isHeld = true;
    const hook = renderHook((id: string) => useRecord('client_card', id), { client: device.client, props: 'c1' });
    expect(hook.last()).toEqual({ loading: true });
    act(() => device.answer());
    expect(hook.last()).toEqual({ loading: false, value: undefined });
    act(() => device.put(card('c1', 'One')));
    expect(hook.last()).toMatchObject({ loading: false, value: { body: { last_name: 'One' } } });
  });

  test('never shows another record’s content under a new id, not for one drawing; the old question is closed', async () => {
    const device = new ScreenClient();
    device.put(card('c1', 'One'), card('c2', 'Two'));
    const hook = renderHook((id: string) => useRecord('client_card', id), { client: device.client, props: 'c1' });
    device.isHeld = true;
    const before = hook.all.length;
    hook.draw('c2');
    expect(hook.all.slice(before).every(({ loading }) => loading)).toBe(true);
    act(() => device.answer());
    expect(hook.last()).toMatchObject({ value: { body: { last_name: 'Two' } } });
    await Promise.resolve();
    expect([...device.open].map(({ what }) => what)).toEqual(['client_card|c2']);
    hook.leave();
    await Promise.resolve();
    expect(device.open.size).toBe(0);
  });

  test('null asks for nothing', () => {
    const device = new ScreenClient();
    const hook = renderHook((id: string | null) => useRecord('client_card', id), {
      client: device.client,
      props: null,
    });
    expect(hook.last()).toEqual({ loading: true });
    expect(device.asked).toEqual([]);
  });
});

describe('a range', () => {
  const people2 = (chart: string | null) =>
    useRange(chart === null ? null : { collection: 'chart_person', index: 'chart', ...prefixRange(chart) });

  test('never shows the rows of another question; the same one made anew is not asked again', async () => {
    const device = new ScreenClient();
    device.put(people('c1.1', 'c1'), people('c2.1', 'c2'));
    const hook = renderHook<string | null, ReturnType<typeof people2>>(people2, { client: device.client, props: 'c1' });
    hook.draw('c1');
    expect(device.asked).toHaveLength(1);
    device.isHeld = true;
    const before = hook.all.length;
    hook.draw('c2');
    expect(hook.all.slice(before).every(({ loading }) => loading)).toBe(true);
    act(() => device.answer());
    expect(hook.last()).toMatchObject({ value: [{ id: 'c2.1' }] });
    hook.draw(null);
    expect(hook.last()).toEqual({ loading: true });
    await Promise.resolve();
    expect(device.open.size).toBe(0);
  });
});

describe('several', () => {
  test('records: the first answers come together', () => {
    const device = new ScreenClient();
    device.isHeld = true;
    const hook = renderHook((ids: readonly string[]) => useRecords('client_card', ids), {
      client: device.client,
      props: ['c1', '', 'c2', 'c1'],
    });
    expect(device.asked).toEqual(['client_card|c1', 'client_card|c2']);
    const [first, second] = [...device.open];
    act(() => first?.answer());
    expect(hook.last().size).toBe(0);
    act(() => second?.answer());
    expect([...hook.last().keys()]).toEqual(['c1', 'c2']);
  });

  test('groups: each by its prefix, the first answers together', () => {
    const device = new ScreenClient();
    device.put(people('c1.1', 'c1'), people('c1.2', 'c1'), people('c2.1', 'c2'));
    const hook = renderHook((charts: readonly string[]) => useGroups('chart_person', 'chart', charts), {
      client: device.client,
      props: ['c1', 'c2'],
    });
    const found = [...hook.last()].map(([chart, rows]) => [chart, rows.map(({ id }) => id)]);
    expect(found).toEqual([
      ['c1', ['c1.1', 'c1.2']],
      ['c2', ['c2.1']],
    ]);
  });
});
