import { describe, expect, it } from 'vitest';
import { mutantsIn } from './find-mutants.ts';

/** The text after each change, by kind. */
function changed(text: string): readonly string[] {
  return mutantsIn('a.ts', text).map(
    ({ kind, start, end, to }) => `${kind}: ${text.slice(0, start)}${to}${text.slice(end)}`,
  );
}

describe('mutants', () => {
  it('change operators, conditions, awaits, early returns, arguments and plain values, one at a time', () => {
    expect(changed('const b = a < c;')).toEqual(['operator: const b = a <= c;']);
    expect(changed('const b = a && c;')).toEqual(['operator: const b = a || c;']);
    expect(changed('function f() { if (a) return; g(); }')).toEqual([
      'condition: function f() { if (!(a)) return; g(); }',
      'early return: function f() { if (a) ; g(); }',
    ]);
    expect(changed('const b = c ? d : e;')).toEqual(['condition: const b = !(c) ? d : e;']);
    expect(changed('await f(a, b.c);')).toEqual(['await: (f(a, b.c));', 'arguments: await f(b.c, a);']);
    expect(changed('const b = true;')).toEqual(['value: const b = false;']);
  });

  it('change numbers so far that a rule is another one, and not where only the sign counts', () => {
    expect(changed('const b = 1;')).toEqual(['value: const b = 2;']);
    expect(changed('const b = 1000;')).toEqual(['value: const b = 2000;']);
    expect(changed('a.sort((b, c) => (b < c ? 1 : -1));').filter((text) => text.startsWith('value'))).toEqual([]);
    expect(changed('const b = c ? 1 : 2;').filter((text) => text.startsWith('value'))).toHaveLength(2);
  });

  it('do not swap what is the same in either order', () => {
    expect(changed('const b = Math.min(c, d);')).toEqual([]);
    expect(changed('timingSafeEqual(a, b);')).toEqual([]);
    expect(changed('eq(a.b, c.d);')).toEqual([]);
    expect(changed('a.admin(b, c);')).toEqual(['arguments: a.admin(c, b);']);
  });

  it('leave types and names alone', () => {
    expect(changed("import type { A } from './a.ts';\nconst b: A<'c'> = d as A<'c'>;")).toEqual([]);
  });
});
