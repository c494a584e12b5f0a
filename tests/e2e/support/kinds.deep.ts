import { expect, test } from 'vitest';
import { halfOf, kindsOf } from './kinds.ts';

const commits = Array.from({ length: 60 }, (_, index) => (index * 2_654_435).toString(16).padStart(8, '0'));

test('by hand and at night twins run on both devices', () => {
  expect(kindsOf('series', '', '54533f4a')).toEqual(['phone', 'desktop']);
});

test('in a run of everything a commit takes one of the two, always the same', () => {
  for (const commit of ['54533f4a', '00000000', 'ffffffff', '']) {
    expect(kindsOf('series', 'share', commit)).toHaveLength(1);
    expect(kindsOf('series', 'share', commit)).toEqual(kindsOf('series', 'share', commit));
  }
});

test('each is taken by some commits, and a commit does not take the same one of every file', () => {
  for (const file of ['series', 'invite', 'register'])
    expect(new Set(commits.flatMap((commit) => kindsOf(file, 'share', commit))).size).toBe(2);
  for (const commit of commits.slice(1)) {
    const taken = ['series', 'invite', 'register', 'reset', 'sample', 'intake', 'before', 'settings'];
    expect(new Set(taken.flatMap((file) => kindsOf(file, 'share', commit))).size).toBe(2);
  }
});

test('of a list each commit takes every second one, and two commits of unlike sign take all of it', () => {
  const all = ['reset', 'black hole', 'portal', '502', 'cut'];
  expect(halfOf('faults', all, '', '54533f4a')).toEqual(all);
  const taken = new Set(commits.map((commit) => halfOf('faults', all, 'share', commit).join()));
  expect(taken).toEqual(new Set(['reset,portal,cut', 'black hole,502']));
});
