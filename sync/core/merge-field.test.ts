import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeField, type FieldVersions } from './merge-field.ts';
import type { Json } from './record.ts';

const same = (one: string, other: string): boolean => one === other;
const start: FieldVersions<string> = { current: { uid: '', value: '' }, others: [] };
const write = (field: FieldVersions<string>, uid: string, value: string, base: string) =>
  mergeField(field, { uid, value, base }, same);

describe('versions of a field', () => {
  it('[CF-1] typed over the current version: replaced', () => {
    const field = write(write(start, 'u1', 'one', ''), 'u2', 'two', 'u1');
    expect(field).toEqual({ current: { uid: 'u2', value: 'two' }, others: [] });
  });

  it('[CF-1] typed over an older version: both stay, the later arrival is current', () => {
    const field = write(write(start, 'u1', 'one', ''), 'u2', 'two', '');
    expect(field).toEqual({ current: { uid: 'u2', value: 'two' }, others: [{ uid: 'u1', value: 'one' }] });
  });

  it('[CF-1] going on from a displaced version replaces that one, not the other', () => {
    const both = write(write(start, 'a1', 'A', ''), 'b1', 'B', '');
    const field = write(both, 'a2', 'A, more', 'a1');
    expect(field.current).toEqual({ uid: 'a2', value: 'A, more' });
    expect(field.others).toEqual([{ uid: 'b1', value: 'B' }]);
  });

  it('[CF-1] the same text twice is no conflict', () => {
    const field = write(write(start, 'a1', 'same', ''), 'b1', 'same', '');
    expect(field).toEqual({ current: { uid: 'b1', value: 'same' }, others: [] });
  });

  it.each<[string, Json, Json]>([
    ['ticked boxes', ['Exposure', 'Safety planning'], ['Exposure', 'Safety planning']],
    [
      'a grid, its rows in whichever order',
      { Mood: 'Changed', Affect: 'Changed' },
      { Affect: 'Changed', Mood: 'Changed' },
    ],
    ['no box ticked', [], []],
  ])('[CF-1] the same choices twice are no conflict: %s', (_name, one, other) => {
    const empty: FieldVersions<Json> = { current: { uid: '', value: '' }, others: [] };
    const first = mergeField(empty, { uid: 'a1', value: one, base: '' });
    const both = mergeField(first, { uid: 'b1', value: other, base: '' });
    expect(both).toEqual({ current: { uid: 'b1', value: other }, others: [] });
    // And other choices are one.
    expect(mergeField(both, { uid: 'c1', value: ['Exposure'], base: '' }).others).toHaveLength(1);
  });

  it('[CF-1] replaying a write changes nothing more', () => {
    const once = write(write(start, 'a1', 'A', ''), 'b1', 'B', '');
    expect(write(once, 'b1', 'B', '')).toEqual(once);
  });

  it('[CF-1] a chain of writes replayed over what already holds a part of it is no conflict', () => {
    const chain = ['u1', 'u2', 'u3', 'u4'];
    const replay = (field: FieldVersions<string>, uids: readonly string[]) =>
      uids.reduce((now, uid) => write(now, uid, `text ${uid}`, `u${Number(uid.slice(1)) - 1}`), field);
    const before = write(start, 'u0', 'text u0', '');
    const all = replay(before, chain);
    for (const held of [0, 1, 2, 3, 4]) {
      const server = replay(before, chain.slice(0, held));
      expect(replay(server, chain), `the server holds ${held}`).toEqual(all);
    }
  });

  it('[CF-1] no text typed over an unseen version is ever lost, in any order of any devices', () => {
    const step = fc.record({ device: fc.nat(3), sync: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let server = start;
        const bases = ['', '', '', ''];
        let count = 0;
        for (const { device, sync } of steps) {
          if (sync) bases[device] = server.current.uid;
          count += 1;
          const uid = `u${count}`;
          const base = bases[device] ?? '';
          const seenBefore = [server.current, ...server.others].filter((version) => version.uid !== '');
          server = write(server, uid, `text ${count}`, base);
          bases[device] = uid;
          const now = new Set([server.current, ...server.others].map((version) => version.uid));
          for (const version of seenBefore) expect(version.uid === base || now.has(version.uid)).toBe(true);
        }
      }),
    );
  });
});
