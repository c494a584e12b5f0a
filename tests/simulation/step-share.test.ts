import { expect, it } from 'vitest';
import { callsOf } from './step-share.ts';

const commits = ['54533f4a', '54533f4b', '54533f4c', ''];

it.each(commits)('three ways together take every call once, commit "%s"', (commit) => {
  const taken = [0, 1, 2].flatMap((way) => callsOf(20, way, 'share', commit));
  expect(taken.toSorted((one, other) => one - other)).toEqual(callsOf(20, 0, '', commit));
});

it('three commits in a row take every call in every way', () => {
  for (const way of [0, 1, 2, 3]) {
    const taken = commits.slice(0, 3).flatMap((commit) => callsOf(20, way, 'share', commit));
    expect(new Set(taken).size).toBe(20);
  }
});

it('unless a share is asked for, every call fails in every way', () => {
  expect(callsOf(4, 2, '', 'ffffffff')).toEqual([1, 2, 3, 4]);
});
