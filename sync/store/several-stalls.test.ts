import { expect, it } from 'vitest';
import { StoragePatience } from './storage-patience.ts';

it('[RD-3] storage is said to answer again once nothing waits for it any more', () => {
  const said: boolean[] = [];
  const patience = new StoragePatience({ onAnswering: (isAnswering) => said.push(isAnswering) });
  const [one, other, fine] = [{}, {}, {}];
  patience.stall(one);
  patience.stall(other);
  patience.end(fine);
  patience.end(one);
  expect(said).toEqual([false]);
  patience.end(other);
  patience.end(other);
  expect(said).toEqual([false, true]);
});
