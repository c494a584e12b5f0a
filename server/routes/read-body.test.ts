import * as v from 'valibot';
import { expect, it } from 'vitest';
import { check } from './read-body.ts';

const schema = v.object({
  rows: v.array(v.object({ id: v.number(), more: v.object({ deep: v.object({ deeper: v.number() }) }) })),
  answers: v.record(v.string(), v.string()),
});
const good = { rows: [{ id: 1, more: { deep: { deeper: 1 } } }], answers: {} };

it.each([
  ['a field', { ...good, rows: 'said in confidence' }, ['body', 'rows'], 'Array'],
  [
    'a field of a row',
    { ...good, rows: [{ ...good.rows[0], id: 'said in confidence' }] },
    ['body', 'rows', '0', 'id'],
    'number',
  ],
  [
    'the first three steps to what lies deeper',
    { ...good, rows: [{ id: 1, more: { deep: 'secret' } }] },
    ['body', 'rows', '0', 'more'],
    'Object',
  ],
  [
    'no name that came from outside',
    { ...good, answers: { 'said in confidence': 1 } },
    ['body', 'answers', '?'],
    'string',
  ],
])(
  'the answer to a bad body names %s and what belongs there, and repeats nothing that was sent',
  (_name, sent, loc, kind) => {
    let detail: unknown = null;
    try {
      check(schema, sent, 'body');
    } catch (error) {
      detail = error instanceof Error && 'detail' in error ? error.detail : error;
    }
    expect(detail).toMatchObject([{ loc, msg: `Expected ${kind}.` }]);
    expect(JSON.stringify(detail)).not.toMatch(/confidence|secret/);
  },
);
