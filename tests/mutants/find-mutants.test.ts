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
    expect(changed('const b = a && c;').filter((text) => !text.startsWith('half'))).toEqual([
      'operator: const b = a || c;',
    ]);
    expect(changed('function f() { if (a) return; throw b; }')).toEqual([
      'condition: function f() { if (!(a)) return; throw b; }',
      'early return: function f() { if (a) ; throw b; }',
    ]);
    expect(changed('const b = c ? d : e;')).toEqual(['condition: const b = !(c) ? d : e;']);
    expect(changed('const e = await f(a, b.c);').filter((text) => !text.startsWith('last'))).toEqual([
      'await: const e = (f(a, b.c));',
      'arguments: const e = await f(b.c, a);',
    ]);
    expect(changed('const b = true;')).toEqual(['value: const b = false;']);
  });

  it('leave out a statement or half of a condition, take the method beside, mix up an order, do at the end only what went well', () => {
    expect(changed('await f();').filter((text) => text.startsWith('statement'))).toEqual(['statement: ;']);
    expect(changed('const b = a ?? c;').filter((text) => text.startsWith('half'))).toEqual([
      'half: const b = (a);',
      'half: const b = (c);',
    ]);
    expect(changed('const b = a.some(c);')).toEqual(['method: const b = a.every(c);']);
    expect(changed('{ a = 1; b(); const c = 2; d(); }').filter((text) => text.startsWith('order'))).toEqual([
      'order: { b(); a = 1; const c = 2; d(); }',
    ]);
    expect(changed('{ const a = await b(); const c = d; }')).toContain('order: { const c = d; const a = await b(); }');
    expect(changed('{ const a = b; const c = d; }')).toEqual([]);
    expect(changed('try { a } finally { b }')).toEqual(['finally: { a } { b }']);
    expect(changed('try { a } catch { c } finally { b }')).toEqual(['finally: try { a } catch { c } { b }']);
  });

  it('end a loop early, leave out a last argument, answer a failure with nothing', () => {
    const of = (text: string): readonly string[] =>
      changed(text).filter((one) => /^(loop|last argument|handler)/.test(one));
    expect(of('for (;;) { continue; }')).toEqual(['loop: for (;;) { break; }']);
    expect(of('const a = f(b, c);')).toEqual(['last argument: const a = f(b);']);
    expect(of('const a = b.catch(c);')).toEqual(['handler: const a = b.catch(() => undefined);']);
    expect(of('const a = b.catch(() => undefined);')).toEqual([]);
    expect(of('const a = b.then(c, d);')).toContain('handler: const a = b.then(c, () => undefined);');
  });

  it('change numbers so far that a rule is another one, and not where only the sign counts', () => {
    expect(changed('const b = 1;')).toEqual(['value: const b = 2;']);
    expect(changed('const b = 1000;')).toEqual(['value: const b = 2000;']);
    expect(changed('a.sort((b, c) => (b < c ? 1 : -1));').filter((text) => text.startsWith('value'))).toEqual([]);
    expect(changed('const b = c ? 1 : 2;').filter((text) => text.startsWith('value'))).toHaveLength(2);
  });

  it('do not swap what is the same in either order', () => {
    const swapped = (text: string): readonly string[] => changed(text).filter((one) => one.startsWith('arguments'));
    expect(swapped('const b = Math.min(c, d);')).toEqual([]);
    expect(swapped('timingSafeEqual(a, b);')).toEqual([]);
    expect(swapped('eq(a.b, c.d);')).toEqual([]);
    expect(swapped('a.admin(b, c);')).toEqual(['arguments: a.admin(c, b);']);
  });

  it('leave types and names alone', () => {
    expect(changed("import type { A } from './a.ts';\nconst b: A<'c'> = d as A<'c'>;")).toEqual([]);
  });
});
