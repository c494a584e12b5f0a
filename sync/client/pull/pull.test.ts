import sodium from 'libsodium-wrappers';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Transport, TransportAnswer } from '../../ports.ts';
import { digestedText, withDigest } from '../../core/page-digest.ts';
import { fetchPage, readPage } from './pull.ts';

const begin = { kind: 'begin', epoch: 'e1', serverTime: '2026-11-21T09:00:00.000Z', reset: false, principal: 'pro-1' };
const record = { kind: 'r', c: 'appointment', i: 'a1', s: 'chart:c1', k: 'scheduling', v: 1, h: 1, b: {}, t: {} };
const end = { kind: 'end', cursor: 'c1', mark: 0, outcomes: [], complete: true, left: 0 };
const { b: _body, ...noBody } = record;
const { v: _version, ...noVersion } = record;

const notWhole: readonly (readonly [string, readonly unknown[]])[] = [
  ['nothing', []],
  ['a page without its first line', [record, end]],
  ['a page cut before its last line', [begin, record]],
  ['a page with a line of no known kind', [begin, { kind: 'advice' }, end]],
  ['a page with a line that is no object', [begin, 'text', end]],
  ['a record without a body', [begin, noBody, end]],
  ['a record without a version', [begin, noVersion, end]],
  ['a last line without a cursor', [begin, record, { ...end, cursor: undefined }]],
  ['a first line that does not say whose log it is', [{ ...begin, principal: undefined }, record, end]],
];

describe('[PL-2] a page counts only whole', () => {
  const place = { clientId: 'client', cursor: 'c0' };
  beforeAll(() => sodium.ready);
  const fetched = (lines: readonly unknown[], answer: TransportAnswer<null> = { kind: 'answered', value: null }) => {
    const transport: Transport = {
      push: () => Promise.resolve({ kind: 'unreachable' }),
      pull: async (_request, onLine) => {
        for (const line of lines) await onLine(JSON.stringify(line));
        return answer;
      },
    };
    return fetchPage({ transport, sodium }, { ...place, confirmed: 0 });
  };

  it('a whole one is answered with all that it brought', async () => {
    expect(await fetched([begin, record, end])).toMatchObject({
      kind: 'answered',
      value: { page: { from: 'c0', principal: 'pro-1', records: [record], end: { cursor: 'c1' } } },
    });
    expect(
      readPage(
        sodium,
        place,
        [begin, record, end].map((line) => JSON.stringify(line)),
      ),
    ).not.toBeNull();
  });

  it.each(notWhole)('%s is none, pulled or by itself', async (_what, lines) => {
    expect(await fetched(lines)).toEqual({ kind: 'unreachable' });
    expect(
      readPage(
        sodium,
        place,
        lines.map((line) => JSON.stringify(line)),
      ),
    ).toBeNull();
  });

  it('one that names its digest counts only as it left, pulled or by itself', async () => {
    const lines = [begin, record, end].map((line) => JSON.stringify(line));
    const [first = '', second = '', last = ''] = lines;
    const text = digestedText([first, second], last);
    const named = [first, second, withDigest(last, sodium.crypto_generichash(64, text, null))];
    expect(readPage(sodium, place, named)).not.toBeNull();
    for (const changed of [
      named.with(1, second.replace('a1', 'a2')),
      named.with(0, first.replace('e1', 'e2')),
      named.with(2, (named[2] ?? '').replace('"left":0', '"left":1')),
      [first, named[2] ?? ''],
    ])
      expect(readPage(sodium, place, changed)).toBeNull();
  });

  it('lines of an answer that broke off are none', async () => {
    expect(await fetched([begin, record, end], { kind: 'unreachable' })).toEqual({ kind: 'unreachable' });
  });
});
