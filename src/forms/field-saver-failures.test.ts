import { describe, expect, test } from 'vitest';
import { FakeClock, settle } from '../../sync/testing/builders.ts';
import { FieldSaver, maxWaitMs, slowSaveMs, trailingMs } from './field-saver.ts';
import { full, harness } from './testing/saver-harness.ts';
import type { MutateResult } from '../../sync/client/api.ts';

describe('a field that the device does not take', () => {
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
    const saver = new FieldSaver({
      clock,
      empty: '',
      isSame: Object.is,
      save: () => Promise.reject(new Error('store is gone')),
    });
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
      // What was given up is no failure any more.
      expect(saver.state()).toMatchObject({ message: null, code: null, kept: false });
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
});
