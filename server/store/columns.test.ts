import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { ColumnError, readJson, wordIn } from './columns.ts';

describe('what a column holds', () => {
  it('is one of its words, or nothing is made of it, and the error does not repeat it', () => {
    expect(wordIn(['lock', 'logout'], 'lock')).toBe('lock');
    expect(() => wordIn(['lock', 'logout'], 'Jane Doe')).toThrow(ColumnError);
    expect(() => wordIn(['lock', 'logout'], 'Jane Doe')).not.toThrow(/Jane/);
  });

  it('is JSON of its form, or nothing is made of it, and the error does not repeat it', () => {
    const schema = v.object({ name: v.string() });
    expect(readJson(schema, '{"name":"Jane"}')).toEqual({ name: 'Jane' });
    expect(() => readJson(schema, '{"name":{"first":"Jane"}}')).toThrow(ColumnError);
    expect(() => readJson(schema, '{"name":{"first":"Jane"}}')).not.toThrow(/Jane/);
  });
});
