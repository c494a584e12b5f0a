import { describe, expect, it } from 'vitest';
import { registry } from '../../collections/index.ts';
import type { StoredRecord } from '../../core/record.ts';
import { noteRecord, recordOf } from './opened-records.ts';

const value = { k: 'clinical', h: 1, b: { text: 'a' }, t: {} };
const record: StoredRecord = {
  collection: 'note',
  id: '1',
  scope: 'chart/1',
  cls: 'clinical',
  version: 1,
  shape: 1,
  body: value.b,
  stamps: {},
};

describe('[BR-5] a record that was opened', () => {
  it('is the very same for the very same value of the same build and the same scope, and for no other', () => {
    noteRecord(registry, value, record);
    expect(recordOf(registry, value, 'chart/1')).toBe(record);
    expect(recordOf(registry, value, 'chart/2')).toBeUndefined();
    expect(recordOf(registry, { ...value }, 'chart/1')).toBeUndefined();
    expect(recordOf({ ...registry }, value, 'chart/1')).toBeUndefined();
  });

  it('that is no record at all is not remembered', () => {
    noteRecord(registry, 'text', record);
    noteRecord(registry, null, record);
    expect([recordOf(registry, 'text', 'chart/1'), recordOf(registry, null, 'chart/1')]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
