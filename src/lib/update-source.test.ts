import { describe, expect, test } from 'vitest';
import { UpdateSource } from './update-source.ts';

/** Tabs of one browser: what one of them puts in use is in use in all. */
function tabs(...unsaved: readonly boolean[]) {
  const texts = unsaved.map((has) => ({ has }));
  const reloads: number[] = [];
  const all = texts.map(
    (text, index) =>
      new UpdateSource({
        unsaved: { flush: () => Promise.resolve(), hasUnsaved: () => text.has },
        reload: () => reloads.push(index),
      }),
  );
  const takeOver = (): Promise<unknown> => Promise.all(all.map((tab) => tab.tookOver()));
  let done: Promise<unknown> = Promise.resolve();
  for (const tab of all) tab.announce(() => void (done = takeOver()));
  return { all, texts, reloads, settle: () => done.then(() => undefined) };
}

describe('[UP-1] putting a new version in use', () => {
  test('all tabs without unsaved text go over together, whichever asks', async () => {
    for (const asking of [0, 1, 2]) {
      const { all, reloads, settle } = tabs(false, false, false);
      await all[asking]?.install();
      await settle();
      expect(new Set(reloads)).toEqual(new Set([0, 1, 2]));
    }
  });

  test('one that has unsaved text stays, says so, and goes over when it is saved', async () => {
    const { all, texts, reloads, settle } = tabs(false, true);
    await all[0]?.install();
    await settle();
    expect(reloads).toEqual([0]);
    expect(all[1]?.get()).toEqual({ waiting: true, isHeld: true });
    await all[1]?.install();
    expect(reloads).toEqual([0]);
    if (texts[1]) texts[1].has = false;
    await all[1]?.install();
    expect(reloads).toEqual([0, 1]);
  });

  test('[NS-1] a tab with unsaved text puts nothing in use anywhere', async () => {
    const { all, reloads, settle } = tabs(true, false);
    await all[0]?.install();
    await settle();
    expect(reloads).toEqual([]);
    expect([all[0]?.get().isHeld, all[1]?.get().isHeld]).toEqual([true, false]);
  });
});
