import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { brokenRules } from '../tests/rules/broken-rules.ts';

const root = path.join(import.meta.dirname, '..');
const folders = ['sync', 'server', 'src', 'worker', 'tests'];
const isTest = (name: string): boolean => /(\.test\.tsx?|\.deep\.ts|\.spec\.ts|contract\.ts)$/.test(name);

/** The ids of `SPEC.md`: `OB-1`, `PV-1, PV-2`, `ST-1 … ST-25`. */
function ruleIds(): readonly string[] {
  const text = fs.readFileSync(path.join(root, 'sync/SPEC.md'), 'utf8');
  const heads = [...text.matchAll(/^- ((?:[A-Z]{2}-\d+(?:, | … )?)+)/gm)].map((match) => match[1] ?? '');
  return heads.flatMap((head) => {
    const [first = '', last = ''] = head.split(' … ');
    if (last === '') return head.split(', ').map((id) => id.trim());
    const [area = '', from = ''] = first.split('-');
    const to = Number(last.split('-')[1]);
    return Array.from({ length: to - Number(from) + 1 }, (_, index) => `${area}-${Number(from) + index}`);
  });
}

function testText(): string {
  return folders
    .flatMap((folder) =>
      fs
        .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter(isTest)
        .map((name) => fs.readFileSync(path.join(root, folder, name), 'utf8')),
    )
    .join('\n');
}

describe('the rules of sync', () => {
  const ids = ruleIds();
  const tests = testText();

  it('are numbered once each', () => {
    expect(ids.length).toBeGreaterThan(70);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('are each named by a test', () => {
    const unheld = ids.filter((id) => !new RegExp(`${id}(?!\\d)`).test(tests));
    expect(unheld).toEqual([]);
  });

  it('are each broken at least once by `npm run broken`, and nothing else is', () => {
    const broken = new Set(brokenRules.map(({ rule }) => rule));
    expect(ids.filter((id) => !broken.has(id))).toEqual([]);
    expect([...broken].filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('fall to a test of their own, or it is said why another one may', () => {
    const unexplained = brokenRules.filter(({ anyTest, reason }) => (anyTest === true) !== (reason !== undefined));
    expect(unexplained).toEqual([]);
  });

  it('are all in SPEC.md: no test names a rule that is not there', () => {
    const areas = new Set(ids.map((id) => id.slice(0, 2)));
    const named = [...tests.matchAll(/\[([A-Z]{2}-\d+)/g)].map((match) => match[1] ?? '');
    const unknown = named.filter((id) => areas.has(id.slice(0, 2)) && !ids.includes(id));
    expect([...new Set(unknown)]).toEqual([]);
  });
});
