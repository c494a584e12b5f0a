import { describe, expect, test } from 'vitest';
import { FakeClock, settle } from '../../sync/testing/builders.ts';
import { echoMs, FieldSaver, maxWaitMs, trailingMs } from './field-saver.ts';
import { harness } from './testing/saver-harness.ts';

describe('FieldSaver', () => {
  test('a pause saves the newest text once, over the version that was on screen', async () => {
    const { clock, sent, saver } = harness();
    saver.adopt('plan', 'Old', 'u-old');
    saver.edit('plan', 'Old a');
    saver.edit('plan', 'Old ab');
    await clock.pass(trailingMs);
    expect(sent).toMatchObject([{ field: 'plan', value: 'Old ab', base: 'u-old' }]);
    expect(saver.field('plan')).toEqual({ value: 'Old ab', base: 'u1', dirty: false });
    expect(saver.state()).toMatchObject({ phase: 'saved', savedAtMs: clock.now() });
  });

  test('every keystroke is handed to the device within a second while typing never pauses', async () => {
    const { clock, sent, saver } = harness();
    const typedAtMs: number[] = [];
    for (let key = 1; key <= 100; key += 1) {
      typedAtMs.push(clock.now());
      saver.edit('plan', 'x'.repeat(key));
      await clock.pass(50);
    }
    await clock.pass(trailingMs);
    for (const [index, atMs] of typedAtMs.entries()) {
      const first = sent.find((save) => (save.value as string).length >= index + 1);
      expect((first?.atMs ?? Number.POSITIVE_INFINITY) - atMs).toBeLessThanOrEqual(maxWaitMs);
    }
    expect(saver.hasUnsaved()).toBe(false);
  });

  test('one field that is not saved is enough to be lost with the page', async () => {
    const { clock, saver } = harness({ byHand: true });
    saver.adopt('focus', 'Sleep', 'u1');
    saver.edit('plan', 'a');
    await clock.pass(trailingMs);
    expect(saver.hasUnsaved()).toBe(true);
    expect(saver.unsaved()).toEqual([{ field: 'plan', value: 'a' }]);
  });

  test('one save of a field is in flight; what was typed meanwhile follows, over the uid that came back', async () => {
    const { clock, sent, saver } = harness({ byHand: true });
    saver.edit('plan', 'a');
    await clock.pass(trailingMs);
    saver.edit('plan', 'ab');
    await clock.pass(5_000);
    expect(sent).toHaveLength(1);
    expect(saver.state().phase).toBe('saving');
    sent[0]?.answer({ kind: 'saved', uid: 'first', ids: [], requested: false });
    await settle();
    await clock.pass(trailingMs);
    expect(sent[1]).toMatchObject({ value: 'ab', base: 'first' });
    expect(saver.field('plan').dirty).toBe(true);
    sent[1]?.answer({ kind: 'saved', uid: 'second', ids: [], requested: false });
    await settle();
    expect(saver.field('plan')).toEqual({ value: 'ab', base: 'second', dirty: false });
  });

  test('boxes that are ticked and unticked again while a save is under way are what is being saved: nothing goes out twice', async () => {
    const { clock, sent, saver } = harness({ byHand: true });
    saver.edit('interventions', ['Exposure']);
    await clock.pass(trailingMs);
    saver.edit('interventions', ['Exposure', 'Safety planning']);
    saver.edit('interventions', ['Exposure']);
    sent[0]?.answer({ kind: 'saved', uid: 'first', ids: [], requested: false });
    await settle();
    expect(saver.field('interventions')).toEqual({ value: ['Exposure'], base: 'first', dirty: false });
    await clock.pass(maxWaitMs);
    expect(sent).toHaveLength(1);
  });

  test('two fields save apart', async () => {
    const { clock, sent, saver } = harness({ byHand: true });
    saver.edit('plan', 'p');
    saver.edit('focus', 'f');
    await clock.pass(trailingMs);
    expect(sent.map((save) => save.field).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['focus', 'plan']);
  });

  test('flush saves at once and waits for the save in flight and for what came after it', async () => {
    const { clock, sent, saver, saved } = harness({ byHand: true });
    saver.edit('plan', 'a');
    await clock.pass(trailingMs);
    saver.edit('plan', 'ab');
    let done = false;
    const flushed = saver.flush().then(() => {
      done = true;
    });
    await settle();
    expect(done).toBe(false);
    sent[0]?.answer(saved());
    await settle();
    expect(sent[1]).toMatchObject({ value: 'ab' });
    sent[1]?.answer(saved());
    await flushed;
    expect(saver.hasUnsaved()).toBe(false);
  });

  test('another version is taken in while nothing unsaved is on screen', () => {
    const { saver } = harness();
    saver.adopt('plan', 'one', 'u-a');
    saver.adopt('plan', 'two', 'u-b');
    expect(saver.field('plan')).toEqual({ value: 'two', base: 'u-b', dirty: false });
  });

  test('another version never replaces unsaved text; the save still names the version it was typed over', async () => {
    const { clock, sent, saver } = harness();
    saver.adopt('plan', 'one', 'u-a');
    saver.edit('plan', 'one and mine');
    saver.adopt('plan', 'one and theirs', 'u-b');
    expect(saver.field('plan').value).toBe('one and mine');
    await clock.pass(trailingMs);
    expect(sent[0]).toMatchObject({ value: 'one and mine', base: 'u-a' });
  });

  test('what a watcher read before our save does not come back over the text', async () => {
    const { clock, saver } = harness();
    saver.adopt('plan', 'old', 'u-old');
    saver.edit('plan', 'new');
    await clock.pass(trailingMs);
    saver.adopt('plan', 'old', 'u-old');
    expect(saver.field('plan').value).toBe('new');
    saver.adopt('plan', 'new', 'u1');
    await clock.pass(echoMs * 2);
    expect(saver.field('plan')).toEqual({ value: 'new', base: 'u1', dirty: false });
  });

  test('a version that arrives right after our save is shown when it turns out to be no echo', async () => {
    const { clock, saver } = harness();
    saver.edit('plan', 'mine');
    await clock.pass(trailingMs);
    saver.adopt('plan', 'theirs', 'u-theirs');
    await clock.pass(echoMs);
    expect(saver.field('plan')).toEqual({ value: 'theirs', base: 'u-theirs', dirty: false });
  });

  test('a version held back is dropped when the person types on', async () => {
    const { clock, saver } = harness({ byHand: true });
    saver.adopt('plan', 'mine', 'u-mine');
    saver.edit('plan', 'mine!');
    await clock.pass(trailingMs);
    saver.adopt('plan', 'theirs', 'u-theirs');
    saver.edit('plan', 'mine!!');
    await clock.pass(echoMs * 2);
    expect(saver.field('plan').value).toBe('mine!!');
  });

  test('stop ends all timers; start goes on with what is unsaved', async () => {
    const { clock, sent, saver } = harness();
    saver.edit('plan', 'a');
    saver.stop();
    await clock.pass(60_000);
    expect(sent).toHaveLength(0);
    saver.start();
    await clock.pass(trailingMs);
    expect(sent).toHaveLength(1);
  });

  test('a saver that is closed and started again at once goes on saving', async () => {
    const { clock, sent, saver } = harness();
    saver.start();
    const closed = saver.close();
    saver.start();
    await closed;
    saver.edit('plan', 'a');
    await clock.pass(trailingMs);
    expect(sent).toHaveLength(1);
  });

  test('listeners hear of every change, and the same state is the same object', async () => {
    const { clock, saver } = harness();
    let heard = 0;
    const stop = saver.subscribe(() => {
      heard += 1;
    });
    saver.edit('plan', 'a');
    const saving = saver.state();
    expect(saver.state()).toBe(saving);
    await clock.pass(trailingMs);
    expect(heard).toBeGreaterThanOrEqual(2);
    stop();
    const before = heard;
    saver.edit('plan', 'b');
    expect(heard).toBe(before);
  });

  test('a value is whatever the field holds: a table is the same where its content is, and an empty one is what was said', async () => {
    const clock = new FakeClock();
    const sent: Readonly<Record<string, number>>[] = [];
    const saver = new FieldSaver<Readonly<Record<string, number>>>({
      clock,
      empty: {},
      isSame: (one, other) => one['sleep'] === other['sleep'] && one['mood'] === other['mood'],
      save: ({ value }) => {
        sent.push(value);
        return Promise.resolve({ kind: 'saved', uid: 'u1', ids: [], requested: false });
      },
    });
    expect(saver.field('scores').value).toEqual({});
    saver.adopt('scores', { sleep: 1, mood: 2 }, 'u0');
    const shown = saver.field('scores');
    saver.adopt('scores', { mood: 2, sleep: 1 }, 'u0');
    expect(saver.field('scores')).toBe(shown);
    saver.edit('scores', { sleep: 3, mood: 2 });
    await clock.pass(trailingMs);
    expect(sent).toEqual([{ sleep: 3, mood: 2 }]);
    expect(saver.state().phase).toBe('saved');
  });
});
