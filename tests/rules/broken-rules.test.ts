import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { brokenRules } from './broken-rules.ts';

const root = path.resolve(import.meta.dirname, '../..');

test.each(brokenRules.map((broken) => [broken.rule, broken.what, broken] as const))(
  '%s can still be broken: %s',
  (_rule, _what, { file, from, to, tests }) => {
    const text = fs.readFileSync(path.join(root, file), 'utf8');
    expect(text.split(from)).toHaveLength(2);
    expect(to).not.toBe(from);
    for (const name of tests) expect(fs.existsSync(path.join(root, name)), name).toBe(true);
  },
);
