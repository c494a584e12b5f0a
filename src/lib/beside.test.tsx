// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Value } from '../../sync/client/observable.ts';
import type { SessionState } from '../../sync/client/api.ts';
import { chartScope } from '../../sync/collections/classes.ts';
import { renderHook } from '../testing/render-hook.tsx';
import { ScreenClient } from '../testing/screen-client.ts';
import { longestWaitMs } from './asked-after.ts';
import { Beside } from './beside.tsx';
import { answersOf, type Question } from './live-answers.ts';
import { useRecord, useRecords } from './use-records.ts';

const unlocked = (sub: string): SessionState => ({ kind: 'unlocked', sub, needsSignIn: false });
const card = (id: string, last_name: string) => ({
  collection: 'client_card',
  record: { id, scope: chartScope(id), body: { first_name: 'Ada', last_name, timezone: 'UTC', practice_id: 'p1' } },
});
/** A device whose session the test moves. */
function movable() {
  const device = new ScreenClient('pro-1');
  const session = new Value<SessionState>(unlocked('pro-1'));
  const { client: still } = device;
  const client = new Proxy(still, {
    get: (known, name) => (name === 'session' ? session : (Reflect.get(known, name, known) as unknown)),
  });
  return { device, client, session };
}

const of = (id: string, isBeside: boolean): Question<unknown> => ({
  key: id,
  isBeside,
  ask: (on, onValue) => on.watchGet('client_card', id, onValue),
});

describe('what stands beside the thing a screen is for', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'] });
    return () => vi.useRealTimers();
  });
  const paint = (): void => act(() => void vi.advanceTimersByTime(50));

  /** A screen that is for c1 and has beside it c2, and c3 and c4 together; nothing is answered by itself. */
  function screen() {
    const { device, client, session } = movable();
    device.put(card('c1', 'One'), card('c2', 'Two'), card('c3', 'Three'), card('c4', 'Four'));
    device.isHeld = true;
    const seen = new Map<string, unknown>();
    function One({ id }: { readonly id: string }) {
      const { loading } = useRecord('client_card', id);
      seen.set(id, !loading);
      return null;
    }
    function Together({ ids }: { readonly ids: readonly string[] }) {
      seen.set(ids.join(), [...useRecords('client_card', ids).keys()].join());
      return null;
    }
    const hook = renderHook((first: readonly string[]) => first, {
      client,
      props: ['c1'],
      show: (first) => (
        <>
          {first.map((id) => (
            <One key={id} id={id} />
          ))}
          <Beside>
            <One id="c2" />
            <Together ids={['c3', 'c4']} />
          </Beside>
        </>
      ),
    });
    const asked = () => device.asked.map((what) => what.slice('client_card|'.length));
    return { device, session, hook, seen, asked, answer: () => act(() => device.answer()) };
  }

  test('is asked when that is answered and on screen, one question and several alike', () => {
    const { asked, answer, seen } = screen();
    paint();
    expect(asked()).toEqual(['c1']);
    answer();
    expect(asked()).toEqual(['c1']);
    paint();
    expect(asked()).toEqual(['c1', 'c2', 'c3', 'c4']);
    expect(seen).toEqual(
      new Map<string, unknown>([
        ['c1', true],
        ['c2', false],
        ['c3,c4', ''],
      ]),
    );
    answer();
    expect([seen.get('c2'), seen.get('c3,c4')]).toEqual([true, 'c3,c4']);
  });

  test('is asked at once where a screen is for it as well, and once alone', () => {
    const { asked, hook, answer, seen } = screen();
    hook.draw(['c1', 'c2']);
    expect(asked()).toEqual(['c1', 'c2']);
    answer();
    expect(seen.get('c2')).toBe(true);
    paint();
    expect(asked()).toEqual(['c1', 'c2', 'c3', 'c4']);
  });

  test('is not asked by a screen that was left, or a device that was locked; after the unlock it waits again', async () => {
    const { asked, session, answer, hook } = screen();
    act(() => session.set({ kind: 'locked', sub: 'pro-1', waiting: 0 }));
    paint();
    expect(asked()).toEqual(['c1']);
    act(() => session.set(unlocked('pro-1')));
    paint();
    expect(asked()).toEqual(['c1', 'c1']);
    answer();
    paint();
    expect(asked().slice(2)).toEqual(['c2', 'c3', 'c4']);
    hook.leave();
    await Promise.resolve();
    const left = screen();
    left.hook.leave();
    await Promise.resolve();
    act(() => void vi.advanceTimersByTime(longestWaitMs));
    expect(left.asked()).toEqual(['c1']);
  });

  test('goes first once the screen is for it, though it was asked beside and is not answered; after an unlock too', () => {
    const { asked, answer, hook, session } = screen();
    answer();
    paint();
    hook.draw(['c1', 'c2']);
    act(() => session.set({ kind: 'locked', sub: 'pro-1', waiting: 0 }));
    act(() => session.set(unlocked('pro-1')));
    expect(asked().slice(4)).toEqual(['c1', 'c2']);
  });

  test('what is asked beside one that the screen has taken over waits for it', () => {
    const { device, client } = movable();
    device.put(card('c1', 'One'), card('c2', 'Two'));
    device.isHeld = true;
    const live = answersOf(client);
    live.listen(of('c1', true), () => undefined);
    live.listen(of('c1', false), () => undefined);
    live.listen(of('c2', true), () => undefined);
    expect(device.asked).toEqual(['client_card|c1']);
    act(() => device.answer());
    paint();
    expect(device.asked).toEqual(['client_card|c1', 'client_card|c2']);
  });

  test('is asked after the rest when all is asked anew, wherever it stood', () => {
    const { device, client, session } = movable();
    device.put(card('c1', 'One'), card('c2', 'Two'));
    const live = answersOf(client);
    live.listen(of('c2', true), () => undefined);
    live.listen(of('c1', false), () => undefined);
    device.isHeld = true;
    act(() => session.set(unlocked('pro-2')));
    expect(device.asked.slice(2)).toEqual(['client_card|c1']);
  });
});
