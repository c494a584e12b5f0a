import { describe, expect, test } from 'vitest';
import { FakeClock } from '../../sync/testing/builders.ts';
import { flushPatienceMs, UnsavedTexts, type TextHolder } from './unsaved.ts';

/** An editor's text, saved when the test says so. */
class FakeHolder implements TextHolder {
  readonly isByHand = false;
  readonly path = '/note';
  readonly #listeners = new Set<() => void>();
  unsaved = true;
  flushes = 0;
  /** What an attempt to save comes to. */
  onFlush: () => Promise<void> = () => Promise.resolve();

  readonly owner = 'pro-1';
  readonly key = 'a1';

  async flush(): Promise<void> {
    this.flushes += 1;
    await this.onFlush();
  }
  hasUnsaved = (): boolean => this.unsaved;
  text = (): string => 'words';
  letGo = (): void => this.set(false);
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  set(unsaved: boolean): void {
    this.unsaved = unsaved;
    for (const listener of this.#listeners) listener();
  }
  get isHeard(): boolean {
    return this.#listeners.size > 0;
  }
}

function setup() {
  const clock = new FakeClock();
  const guards: boolean[] = [];
  const unsaved = new UnsavedTexts({ clock, guardPage: (on) => guards.push(on) });
  let heard = 0;
  unsaved.subscribe(() => (heard += 1));
  return { clock, guards, unsaved, heard: () => heard };
}

describe('[NS-1] text that is not on the device', () => {
  test('stays in memory when its screen goes, until it is saved', () => {
    const { unsaved, heard } = setup();
    const holder = new FakeHolder();
    const hide = unsaved.show(holder);
    expect(unsaved.left()).toEqual([]);
    hide();
    expect(unsaved.left()).toEqual([holder]);
    expect(heard()).toBe(1);
    holder.set(false);
    expect(unsaved.left()).toEqual([]);
    expect(heard()).toBe(2);
    expect(holder.isHeard).toBe(false);
  });

  test('is handed to the next editor of the same thing and person, and to nobody else', () => {
    const { unsaved } = setup();
    const holder = new FakeHolder();
    unsaved.show(holder)();
    expect(unsaved.find('pro-1', 'a1')).toBe(holder);
    expect(unsaved.find('pro-2', 'a1')).toBeUndefined();
    expect(unsaved.find('pro-1', 'a2')).toBeUndefined();
    unsaved.show(holder);
    expect(unsaved.left()).toEqual([]);
  });

  test('of an editor that is saved nothing stays', () => {
    const { unsaved } = setup();
    const holder = new FakeHolder();
    holder.unsaved = false;
    unsaved.show(holder)();
    expect(unsaved.left()).toEqual([]);
    expect(holder.isHeard).toBe(false);
  });

  test('makes the browser ask before the page goes, and only then, also with its screen gone', () => {
    const { unsaved, guards } = setup();
    const holder = new FakeHolder();
    holder.unsaved = false;
    const hide = unsaved.show(holder);
    expect(guards).toEqual([]);
    holder.set(true);
    expect(guards).toEqual([true]);
    hide();
    expect(guards).toEqual([true]);
    holder.set(false);
    expect(guards).toEqual([true, false]);
  });

  test('is given up when the person leaves for good', () => {
    const { unsaved, guards } = setup();
    const [shown, gone] = [new FakeHolder(), new FakeHolder()];
    unsaved.show(shown);
    unsaved.show(gone)();
    unsaved.letGo();
    expect(unsaved.hasUnsaved()).toBe(false);
    expect(unsaved.left()).toEqual([]);
    expect(guards).toEqual([true, false]);
  });

  test('is flushed together, whatever one of them does', async () => {
    const { unsaved } = setup();
    const [bad, good, gone] = [new FakeHolder(), new FakeHolder(), new FakeHolder()];
    bad.onFlush = () => Promise.reject(new Error('a bug'));
    unsaved.show(bad);
    unsaved.show(good);
    unsaved.show(gone)();
    await unsaved.flush();
    expect([bad.flushes, good.flushes, gone.flushes]).toEqual([1, 1, 1]);
  });

  test('keeps nobody from locking where storage answers nothing', async () => {
    const { unsaved, clock } = setup();
    const holder = new FakeHolder();
    holder.onFlush = () => new Promise(() => undefined);
    unsaved.show(holder);
    let done = false;
    void unsaved.flush().then(() => (done = true));
    await clock.pass(flushPatienceMs - 1);
    expect(done).toBe(false);
    await clock.pass(1);
    expect(done).toBe(true);
  });
});
