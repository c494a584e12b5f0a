import { describe, expect, test } from 'vitest';
import type { MutateResult } from '../../../../sync/client/api.ts';
import { FakeClock, settle } from '../../../../sync/testing/builders.ts';
import { echoMs, FieldSaver, maxWaitMs, slowSaveMs, trailingMs, type FieldEdit } from './field-saver.ts';

interface Sent extends FieldEdit {
  readonly atMs: number;
  readonly answer: (result: MutateResult) => void;
}

/** A saver over a device that answers by itself, or by the test's hand. */
function harness(options: { byHand?: boolean; answer?: () => MutateResult } = {}) {
  const clock = new FakeClock();
  const sent: Sent[] = [];
  let uid = 0;
  const saved = (): MutateResult => {
    uid += 1;
    return { kind: 'saved', uid: `u${uid}`, ids: [], requested: false };
  };
  const saver = new FieldSaver({
    clock,
    save: (edit) =>
      new Promise((resolve) => {
        sent.push({ ...edit, atMs: clock.now(), answer: resolve });
        if (!options.byHand) resolve((options.answer ?? saved)());
      }),
  });
  return { clock, sent, saver, saved };
}

const full: MutateResult = { kind: 'not-saved', reason: 'quota', message: 'no room' };

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

  test('a text that the device cannot keep stays on screen, says so, and is tried again by itself', async () => {
    let room = false;
    const { clock, sent, saver } = harness({
      answer: () => (room ? { kind: 'saved', uid: 'ok', ids: [], requested: false } : full),
    });
    saver.edit('plan', 'kept');
    await clock.pass(trailingMs);
    expect(saver.state()).toMatchObject({ phase: 'not-saved', message: 'no room' });
    expect(saver.field('plan')).toMatchObject({ value: 'kept', dirty: true });
    room = true;
    await clock.pass(1_000);
    expect(sent).toHaveLength(2);
    expect(saver.state().phase).toBe('saved');
  });

  test('a device that throws counts as not saved', async () => {
    const clock = new FakeClock();
    const saver = new FieldSaver({ clock, save: () => Promise.reject(new Error('store is gone')) });
    saver.edit('plan', 'kept');
    await clock.pass(trailingMs);
    const message = 'The storage of this device did not take it.';
    expect(saver.state()).toMatchObject({ phase: 'not-saved', message });
    expect(saver.hasUnsaved()).toBe(true);
  });

  test('a refused text is not sent again by itself, stays on screen, and goes when the person says so', async () => {
    const { clock, sent, saver } = harness({
      answer: () => ({ kind: 'rejected', code: 'note_signed', message: 'This note is signed.' }),
    });
    saver.edit('plan', 'late');
    await clock.pass(60_000);
    expect(sent).toHaveLength(1);
    expect(saver.state()).toMatchObject({ phase: 'refused', message: 'This note is signed.' });
    expect(saver.field('plan')).toMatchObject({ value: 'late', dirty: true });
    await saver.retry();
    expect(sent).toHaveLength(2);
  });

  describe('[NA-1] a refused text that is kept in needs attention', () => {
    const refused = (keptAs?: string): MutateResult => ({
      kind: 'rejected',
      code: 'note_signed',
      message: 'This note is signed.',
      ...(keptAs === undefined ? {} : { keptAs }),
    });

    test('holds nobody back, and the editor knows where it went', async () => {
      const { clock, saver } = harness({ answer: () => refused('item-1') });
      saver.edit('plan', 'late');
      expect(saver.hasUnsaved()).toBe(true);
      await clock.pass(trailingMs);
      expect(saver.state()).toMatchObject({ phase: 'refused', kept: true });
      expect(saver.hasUnsaved()).toBe(false);
      expect(saver.field('plan')).toMatchObject({ value: 'late', dirty: true });
    });

    test('without an item it still holds the person back', async () => {
      const { clock, saver } = harness({ answer: () => refused() });
      saver.edit('plan', 'late');
      await clock.pass(trailingMs);
      expect(saver.state()).toMatchObject({ phase: 'refused', kept: false });
      expect(saver.hasUnsaved()).toBe(true);
      expect(saver.unsaved()).toEqual([{ field: 'plan', value: 'late' }]);
    });

    test('is unsaved again with the next word, which goes out naming the item', async () => {
      const { clock, sent, saver } = harness({ answer: () => refused('item-1') });
      saver.edit('plan', 'late');
      await clock.pass(trailingMs);
      saver.edit('plan', 'later');
      expect(saver.hasUnsaved()).toBe(true);
      await clock.pass(trailingMs);
      expect(sent[1]).toMatchObject({ value: 'later', keptAs: 'item-1' });
      expect(saver.hasUnsaved()).toBe(false);
    });

    test('words typed while the refusal was on its way are sent too', async () => {
      const { clock, sent, saver } = harness({ byHand: true });
      saver.edit('plan', 'a');
      await clock.pass(trailingMs);
      saver.edit('plan', 'ab');
      sent[0]?.answer(refused('item-1'));
      await settle();
      expect(saver.hasUnsaved()).toBe(true);
      await clock.pass(maxWaitMs);
      expect(sent[1]).toMatchObject({ value: 'ab', keptAs: 'item-1' });
    });

    test('once saved after all, the next save names no item', async () => {
      let signed = true;
      const { clock, sent, saver, saved } = harness({ answer: () => (signed ? refused('item-1') : saved()) });
      saver.edit('plan', 'late');
      await clock.pass(trailingMs);
      signed = false;
      await saver.retry();
      expect(sent[1]).toMatchObject({ keptAs: 'item-1' });
      saver.edit('plan', 'late too');
      await clock.pass(trailingMs);
      expect(sent[2]).toMatchObject({ keptAs: null });
    });
  });

  describe('[NS-2] a text that the device cannot keep', () => {
    test('goes at once when another field was saved, not at the end of its wait', async () => {
      let room = false;
      const { clock, sent, saver, saved } = harness({ answer: () => (room ? saved() : full) });
      saver.edit('plan', 'kept');
      await clock.pass(20_000);
      const before = sent.length;
      room = true;
      saver.edit('focus', 'now');
      await saver.flushField('focus');
      await settle();
      expect(sent.slice(before).map(({ field }) => field)).toEqual(['focus', 'plan']);
      expect(saver.state().phase).toBe('saved');
    });

    test('goes at once when anything was written to this device', async () => {
      let room = false;
      const { clock, sent, saver, saved } = harness({ answer: () => (room ? saved() : full) });
      saver.edit('plan', 'kept');
      await clock.pass(20_000);
      const before = sent.length;
      room = true;
      saver.storageWorks();
      await settle();
      expect(sent).toHaveLength(before + 1);
      expect(saver.hasUnsaved()).toBe(false);
      saver.storageWorks();
      await settle();
      expect(sent).toHaveLength(before + 1);
    });

    test('waits longer after each failure, at most 8 s', async () => {
      const { clock, sent, saver } = harness({ answer: () => full });
      saver.edit('plan', 'kept');
      await clock.pass(60_000);
      const gaps = sent.slice(1).map((save, index) => save.atMs - (sent[index]?.atMs ?? 0));
      expect(gaps.slice(0, 5)).toEqual([1_000, 2_000, 4_000, 8_000, 8_000]);
    });

    test('is tried on after its screen has gone, and is let alone once saved', async () => {
      let locked = true;
      const { clock, sent, saver, saved } = harness({
        answer: () => (locked ? { kind: 'not-saved', reason: 'locked', message: 'locked' } : saved()),
      });
      saver.edit('plan', 'kept');
      await saver.close();
      expect(saver.unsaved()).toEqual([{ field: 'plan', value: 'kept' }]);
      locked = false;
      await clock.pass(8_000);
      expect(saver.hasUnsaved()).toBe(false);
      const before = sent.length;
      await clock.pass(60_000);
      expect(sent).toHaveLength(before);
    });

    test('is given up only by the person, and then for good', async () => {
      const { clock, sent, saver } = harness({ answer: () => full });
      saver.edit('plan', 'kept');
      await clock.pass(trailingMs);
      saver.letGo();
      expect(saver.hasUnsaved()).toBe(false);
      const before = sent.length;
      await clock.pass(60_000);
      expect(sent).toHaveLength(before);
    });

    test('storage that answers nothing is not called "saving" for ever, and its late answer counts', async () => {
      const { clock, sent, saver, saved } = harness({ byHand: true });
      saver.edit('plan', 'kept');
      await clock.pass(trailingMs + slowSaveMs);
      expect(saver.state().phase).toBe('not-saved');
      // Not a second time under another uid: the first may still be written.
      await clock.pass(60_000);
      expect(sent).toHaveLength(1);
      sent[0]?.answer(saved());
      await settle();
      expect(saver.state()).toMatchObject({ phase: 'saved', message: null });
    });
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
});
