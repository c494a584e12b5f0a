import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { placeOf } from './place.ts';

describe('where a change of shipped code goes', () => {
  let root: string;
  beforeEach(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), 'orchid-place-'));
    write(
      'sync/a.ts',
      'export class Door {\n  #open(): void {\n    this.#ring(one,\n two,);\n  }\n  close() { this.#ring(one, two); }\n}',
    );
  });
  afterEach(() => fs.rmSync(root, { recursive: true }));

  function write(file: string, text: string): void {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text);
  }
  const found = (symbol: string, from: string): string => {
    const { file, start, end } = placeOf(root, { file: 'sync/a.ts', symbol, from });
    return `${file}: ${fs.readFileSync(path.join(root, file), 'utf8').slice(start, end)}`;
  };

  it('is in its symbol, however the lines are broken there', () => {
    expect(found('Door.#open', 'this.#ring(one, two);\n')).toBe('sync/a.ts: this.#ring(one,\n two,);');
    expect(found('Door.close', 'this.#ring(one, two);')).toBe('sync/a.ts: this.#ring(one, two);');
  });

  it('is where the symbol lives by now, and not in a test of it', () => {
    write('sync/far/b.ts', fs.readFileSync(path.join(root, 'sync/a.ts'), 'utf8'));
    write('sync/far/b.test.ts', fs.readFileSync(path.join(root, 'sync/a.ts'), 'utf8'));
    fs.rmSync(path.join(root, 'sync/a.ts'));
    expect(found('Door.close', 'this.#ring(one, two)')).toBe('sync/far/b.ts: this.#ring(one, two)');
  });

  it('is nowhere where the words stand twice, or no more', () => {
    expect(() => found('Door', 'this.#ring(one, two)')).toThrow('2 times in Door');
    expect(() => found('Door.close', 'this.#ring(one)')).toThrow('0 times in Door.close');
  });
});
