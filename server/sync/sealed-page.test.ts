import sodium from 'libsodium-wrappers';
import { beforeAll, describe, expect, test } from 'vitest';
import { isUnchanged } from '../../sync/core/page-digest.ts';
import type { PullEnd } from '../../sync/protocol/pull-message.ts';
import { linesOf, PageWriter } from './sealed-page.ts';

const end: PullEnd = { kind: 'end', cursor: 'c', mark: 0, outcomes: [], complete: true, left: 0 };

beforeAll(() => sodium.ready);

describe('[PL-2] a page as it leaves', () => {
  test('of one line is one block, and its digest is of that line', () => {
    const page = new PageWriter().seal(end);
    expect(page.blocks).toHaveLength(1);
    expect(linesOf(page)).toHaveLength(1);
    expect(isUnchanged(sodium, linesOf(page))).toBe(true);
  });

  test.each([
    ['short', 30, 3],
    ['as long as the first block', 2048, 3],
    ['as long as a block', 65_536, 3],
    ['longer than a block', 200_000, 3],
  ])('bodies, %s, come as they lie, between the words before and after them', (_what, bytes, count) => {
    const text = 'ä中🌿'.repeat(Math.ceil(bytes / 9));
    const bodies = Array.from({ length: count }, (_, index) => JSON.stringify(`${text}${index}`));
    const writer = new PageWriter();
    writer.line('{"kind":"begin"}');
    for (const body of bodies) writer.record('{"ä":', Buffer.from(body), ',"t":{"ü":1}}');
    const page = writer.seal(end);
    const lines = linesOf(page);
    expect(lines.slice(0, -1)).toEqual(['{"kind":"begin"}', ...bodies.map((body) => `{"ä":${body},"t":{"ü":1}}`)]);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject(end);
    expect(isUnchanged(sodium, lines)).toBe(true);
    expect(page.bytes).toBe(Buffer.byteLength(`${lines.join('\n')}\n`));
  });

  test.each([2048, 65_536])('a body that ends a block of %s, to the byte, before and after it', (block) => {
    for (let short = -8; short < 72; short += 1) {
      const body = Buffer.from(JSON.stringify('x'.repeat(block - short)));
      const writer = new PageWriter();
      writer.record('{"b":', body, ',"t":{}}');
      writer.record('{"b":', body, ',"t":{}}');
      const lines = linesOf(writer.seal(end));
      expect(lines.slice(0, -1)).toEqual(Array(2).fill(`{"b":${body.toString()},"t":{}}`));
    }
  });

  test('a thousand lines are few blocks of 64 KiB, and what is changed in one is found', () => {
    const writer = new PageWriter();
    const body = Buffer.from(JSON.stringify('x'.repeat(400)));
    for (let index = 0; index < 1000; index += 1) writer.record(`{"i":${index},"b":`, body, '}');
    const page = writer.seal(end);
    const lines = linesOf(page);
    expect(lines).toHaveLength(1001);
    expect(page.blocks.length).toBeLessThan(10);
    expect(isUnchanged(sodium, lines)).toBe(true);
    expect(isUnchanged(sodium, lines.with(500, lines[499] ?? ''))).toBe(false);
  });
});
