import { expect, it } from 'vitest';
import { turnOfLoop } from '../turn-of-loop.ts';
import { createTurns } from './read-turns.ts';

it('the first read begins at once; each other one after the one before and a turn of the loop, whatever became of that', async () => {
  const inTurn = createTurns();
  const said: string[] = [];
  const first = inTurn(async () => {
    said.push('first begins');
    await turnOfLoop();
    said.push('first ends');
    setImmediate(() => said.push('somebody else'));
    throw new Error('refused');
  });
  expect(said).toEqual(['first begins']);
  const second = inTurn(async () => {
    said.push('second');
    return 2;
  });
  const third = inTurn(async () => said.push('third'));
  await expect(first).rejects.toThrow('refused');
  expect(await second).toBe(2);
  await third;
  expect(said).toEqual(['first begins', 'first ends', 'somebody else', 'second', 'third']);
});

it('once a turn has passed after the last one, the next begins at once again, and not before', async () => {
  const inTurn = createTurns();
  const said: string[] = [];
  await inTurn(async () => said.push('one'));
  const soon = inTurn(async () => said.push('two'));
  expect(said).toEqual(['one']);
  await soon;
  await turnOfLoop();
  await turnOfLoop();
  void inTurn(async () => said.push('three'));
  expect(said).toEqual(['one', 'two', 'three']);
});
