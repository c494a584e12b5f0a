import { describe, expect, it } from 'vitest';
import { hasReservedName, isOurShape, JsonScan } from './json-shape.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('the look at JSON before it is parsed', () => {
  it.each([
    ['arrays in arrays', '['.repeat(100_000), false],
    ['objects in objects', '{"a":'.repeat(81), false],
    ['as deep as anything of ours', `${'['.repeat(80)}${']'.repeat(80)}`, true],
    ['many in a row, none inside another', '[]'.repeat(1000), true],
    ['as many values as may be', `[${'0,'.repeat(49_999)}0]`, true],
    ['more values than anything of ours', `[${'0,'.repeat(50_000)}0]`, false],
    ['brackets in a string', JSON.stringify('['.repeat(1000)), true],
    ['a quote behind a backslash does not end the string', `"\\"${'['.repeat(1000)}"`, true],
    ['two backslashes do not keep it from ending', `"\\\\"${'['.repeat(81)}`, false],
  ])('%s', (_what, text, fits) => {
    expect(isOurShape(bytes(text))).toBe(fits);
  });

  it('comes to the same verdict however the text is cut', () => {
    for (const text of [`"\\\\"${'['.repeat(81)}`, `"\\"${'['.repeat(100)}"`, `{"a":${'['.repeat(79)}`]) {
      const scan = new JsonScan();
      const verdicts = [...bytes(text)].map((byte) => scan.add(Uint8Array.of(byte)));
      expect(verdicts.every(Boolean)).toBe(isOurShape(bytes(text)));
    }
  });
});

describe('reserved names', () => {
  it.each(['__proto__', 'constructor', 'prototype'])('%s is found as a field at any depth', (name) => {
    expect(hasReservedName(JSON.parse(`{"a":[{"b":{"${name}":1}}]}`))).toBe(true);
    expect(hasReservedName({ a: [{ b: name }] })).toBe(false);
    // Beside plain values, whichever comes first.
    expect(hasReservedName(JSON.parse(`{"a":{"${name}":1},"b":1}`))).toBe(true);
    expect(hasReservedName(JSON.parse(`{"b":1,"a":[null,{"${name}":1},"c"]}`))).toBe(true);
  });

  it('are found as ids and names of fields, and nowhere as text', () => {
    for (const ids of [{ appointment_id: 'constructor' }, { ids: ['ok', '__proto__'] }, { field: 'prototype' }])
      expect(hasReservedName(ids)).toBe(true);
    for (const text of [{ value: 'constructor', answers: { plan: 'prototype' } }, 'constructor', ['__proto__']])
      expect(hasReservedName(text)).toBe(false);
  });
});

describe('[AV-2] items of a list, found again by their places', () => {
  const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
  const found = (text: string, cuts: readonly number[] = []): string[] | null => {
    const bytes = bytesOf(text);
    const scan = new JsonScan('rows');
    let isOurs = true;
    for (const [index, from] of [0, ...cuts].entries())
      isOurs = scan.add(bytes.subarray(from, [...cuts, bytes.length][index])) && isOurs;
    if (!isOurs) return null;
    return scan.items.map(({ from, to }) => new TextDecoder().decode(bytes.subarray(from, to)));
  };
  const text =
    '{"a":["rows",{"rows":[{"x":1}]}],"rows" : [{"id":1,"b":"}{\\"é"}, {"id":2,"c":[{}]}],"z":{"rows":[{}]}}';

  it('only those of the outermost field of that name', () => {
    expect(found(text)).toEqual(['{"id":1,"b":"}{\\"é"}', '{"id":2,"c":[{}]}']);
    expect(found('{"rows":{"id":1}}')).toEqual([]);
    expect(found('[{"rows":[{}]}]')).toEqual([]);
  });

  it('wherever the bytes are cut', () => {
    const whole = found(text);
    for (let cut = 1; cut < bytesOf(text).length; cut += 1) expect(found(text, [cut]), String(cut)).toEqual(whole);
  });

  it('two lists of that name are nothing of ours', () => {
    expect(found('{"rows":[{}],"rows":[{}]}')).toBe(null);
  });
});
