// @vitest-environment happy-dom
import { act } from 'react';
import { describe, expect, test } from 'vitest';
import { Value } from '../../sync/client/observable.ts';
import type { LeaseState, SessionState } from '../../sync/client/api.ts';
import { chartScope } from '../../sync/collections/classes.ts';
import { renderHook } from '../testing/render-hook.tsx';
import { ScreenClient } from '../testing/screen-client.ts';
import { answersOf, type Question } from './live-answers.ts';
import { useRecord, useRecords } from './use-records.ts';

const unlocked = (sub: string): SessionState => ({ kind: 'unlocked', sub, needsSignIn: false });
const open: LeaseState = { closed: 'none', ownUntil: null, sharedUntil: null, turn: 0 };
const card = (id: string, last_name: string) => ({
  collection: 'client_card',
  record: { id, scope: chartScope(id), body: { first_name: 'Ada', last_name, timezone: 'UTC', practice_id: 'p1' } },
});
const nameOf = (found: { readonly loading: boolean; readonly value?: unknown }): unknown => found;

/** A device whose session and lease the test moves. */
function movable() {
  const device = new ScreenClient('pro-1');
  const session = new Value<SessionState>(unlocked('pro-1'));
  const lease = new Value<LeaseState>(open);
  const { client: still } = device;
  const client = new Proxy(still, {
    get: (known, name) => (name === 'session' ? session : name === 'lease' ? lease : Reflect.get(known, name, known)),
  });
  return { device, client, session, lease };
}

const ofCard: Question<unknown> = {
  key: 'client_card|c1',
  ask: (client, onValue) => client.watchGet('client_card', 'c1', onValue),
};

describe('one question of many screens', () => {
  test('is asked once; who asks while another listens has the answer at the first drawing; it ends with the last who listens', async () => {
    const { device, client } = movable();
    device.put(card('c1', 'One'));
    const first = renderHook((id: string) => useRecord('client_card', id), { client, props: 'c1' });
    device.isHeld = true;
    const second = renderHook((id: string) => useRecord('client_card', id), { client, props: 'c1' });
    expect(second.all[0]).toMatchObject({ loading: false, value: { body: { last_name: 'One' } } });
    expect(device.asked).toEqual(['client_card|c1']);
    first.leave();
    expect(device.open.size).toBe(1);
    device.isHeld = false;
    act(() => device.put(card('c1', 'Two')));
    expect(second.last()).toMatchObject({ value: { body: { last_name: 'Two' } } });
    second.leave();
    await Promise.resolve();
    expect(device.open.size).toBe(0);
    expect(answersOf(client).get('client_card|c1')).toEqual({ loading: true });
  });

  test('one that listens twice is told until it has stopped twice, however often it says so', async () => {
    const { device, client } = movable();
    const listener = (): void => undefined;
    const live = answersOf(client);
    const stops = [live.listen(ofCard, listener), live.listen(ofCard, listener)];
    stops[0]?.();
    stops[0]?.();
    await Promise.resolve();
    expect(device.open.size).toBe(1);
    stops[1]?.();
    await Promise.resolve();
    expect(device.open.size).toBe(0);
    // Of a question that was begun anew meanwhile nobody is taken away.
    const again = live.listen(ofCard, listener);
    stops[1]?.();
    await Promise.resolve();
    expect(device.open.size).toBe(1);
    again();
  });
});

describe('[LK-1] what was answered under another key is no answer', () => {
  test('a lock takes all answers away and asks nothing; the same question is asked anew once it is open again', () => {
    const { device, client, session } = movable();
    device.put(card('c1', 'One'), card('c2', 'Two'));
    const one = renderHook((id: string) => useRecord('client_card', id), { client, props: 'c1' });
    const several = renderHook((ids: readonly string[]) => useRecords('client_card', ids), {
      client,
      props: ['c1', 'c2'],
    });
    expect(several.last().size).toBe(2);
    act(() => session.set({ kind: 'locked', sub: 'pro-1', waiting: 0 }));
    expect([nameOf(one.last()), several.last().size, device.open.size]).toEqual([{ loading: true }, 0, 0]);
    act(() => session.set(unlocked('pro-1')));
    expect(one.last()).toMatchObject({ value: { body: { last_name: 'One' } } });
    expect(several.last().size).toBe(2);
  });

  test('another account is told nothing of what the one before was; an answer that was under way comes to nobody', () => {
    const { device, client, session } = movable();
    device.put(card('c1', 'One'));
    device.isHeld = true;
    const one = renderHook((id: string) => useRecord('client_card', id), { client, props: 'c1' });
    const [late] = [...device.open];
    act(() => session.set(unlocked('pro-2')));
    act(() => late?.answer());
    expect(one.last()).toEqual({ loading: true });
  });

  test('a session that needs a sign-in is the same one; a turn of the lease, and what it closes, is not', () => {
    const { device, client, session, lease } = movable();
    device.put(card('c1', 'One'));
    const hook = renderHook((id: string) => useRecord('client_card', id), { client, props: 'c1' });
    act(() => session.set({ kind: 'unlocked', sub: 'pro-1', needsSignIn: true }));
    expect(device.asked).toHaveLength(1);
    act(() => lease.set({ ...open, turn: 1 }));
    act(() => lease.set({ ...open, turn: 1, closed: 'shared' }));
    expect(device.asked).toHaveLength(3);
    expect(device.open.size).toBe(1);
    hook.leave();
  });
});

test('where others are asked for, what was answered stays until theirs have come', () => {
  const { device, client } = movable();
  device.put(card('c1', 'One'), card('c2', 'Two'));
  const hook = renderHook((ids: readonly string[]) => useRecords('client_card', ids), { client, props: ['c1'] });
  device.isHeld = true;
  hook.draw(['c1', 'c2']);
  expect([...hook.last().keys()]).toEqual(['c1']);
  // Of the first the answer is known.
  expect(device.asked).toEqual(['client_card|c1', 'client_card|c2']);
  act(() => device.answer());
  expect([...hook.last().keys()]).toEqual(['c1', 'c2']);
  const { length } = hook.all;
  hook.draw(['c1', 'c2']);
  expect(hook.all.at(-1)).toBe(hook.all[length - 1]);
});

describe('while one thing more that was asked for has not been answered', () => {
  /** Two that were answered, and then a third and a fourth of which the answers are held. */
  function waiting() {
    const { device, client, session } = movable();
    device.put(card('c1', 'One'), card('c2', 'Two'), card('c3', 'Three'), card('c4', 'Four'));
    const silent = new Set<string>();
    const slow = new Proxy(client, {
      get: (known, name) =>
        name === 'watchGet'
          ? (...asked: Parameters<typeof known.watchGet>) =>
              silent.has(asked[1]) ? () => undefined : known.watchGet(...asked)
          : (Reflect.get(known, name, known) as unknown),
    });
    const hook = renderHook((ids: readonly string[]) => useRecords('client_card', ids), {
      client: slow,
      props: ['c1', 'c2'],
    });
    silent.add('c3');
    hook.draw(['c1', 'c3', 'c4']);
    const names = () => [...hook.last()].map(([id, card]) => `${id} ${card?.body.last_name}`);
    return { device, hook, names, session };
  }

  test('what the others say is told at once, and drawing again says the same map', () => {
    const { device, hook, names } = waiting();
    expect(names()).toEqual(['c1 One', 'c2 Two']);
    act(() => device.put(card('c1', 'Another')));
    expect(names()).toEqual(['c1 Another', 'c2 Two']);
    const shown = hook.last();
    hook.draw(['c1', 'c3', 'c4']);
    expect(hook.last()).toBe(shown);
    hook.draw(['c1', 'c4']);
    expect(names()).toEqual(['c1 Another', 'c4 Four']);
  });

  test('however many come beside those that are shown, they are drawn once', () => {
    const { device, client } = movable();
    const ids = Array.from({ length: 200 }, (_, index) => `n${index}`);
    device.put(card('c1', 'One'), ...ids.map((id) => card(id, id)));
    const hook = renderHook((asked: readonly string[]) => useRecords('client_card', asked), { client, props: ['c1'] });
    device.isHeld = true;
    hook.draw(['c1', ...ids]);
    const { length } = hook.all;
    // Each answer by itself, as they come from storage.
    for (const watch of device.open) act(() => watch.answer());
    expect(hook.last().size).toBe(201);
    expect(hook.all.length - length).toBe(1);
  });

  test('[LK-1] a lock takes that away too, and the first answers after it come together', () => {
    const { hook, session } = waiting();
    act(() => session.set({ kind: 'locked', sub: 'pro-1', waiting: 0 }));
    expect(hook.last().size).toBe(0);
    act(() => session.set(unlocked('pro-1')));
    expect(hook.last().size).toBe(0);
    hook.draw(['c1', 'c4']);
    expect([...hook.last().keys()]).toEqual(['c1', 'c4']);
  });
});
