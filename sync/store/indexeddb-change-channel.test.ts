import { afterEach, expect, it, vi } from 'vitest';
import type { StoreChange } from '../ports.ts';
import { ChangeChannel } from './indexeddb-change-channel.ts';

const heard: string[] = [];
const channels = ['one', 'other'].map(
  () => new ChangeChannel('told-in-order', ({ collections }) => heard.push(...collections)),
);
afterEach(() => {
  for (const channel of channels) channel.close();
});

function changeOf(name: string): StoreChange {
  return { tables: new Set(['base']), collections: new Set([name]), keys: new Set([`${name}|1`]), metas: new Set() };
}

it('[ST-18] other contexts hear of commits in their order, whether they are told before or after they were made', async () => {
  const [own] = channels;
  own?.tell(changeOf('first'));
  own?.tell(changeOf('second'));
  own?.foretell(changeOf('third'));
  own?.tell(changeOf('fourth'));
  own?.takeBack(changeOf('third'));
  await vi.waitFor(() => expect(heard).toHaveLength(5));
  expect(heard).toEqual(['first', 'second', 'third', 'fourth', 'third']);
});
