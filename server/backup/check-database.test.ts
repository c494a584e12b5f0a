import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openServers } from '../testing/open-servers.ts';
import { checkDatabase } from './check-database.ts';

const { serverOf, folder } = openServers();

test('a database of which a row belongs to nobody is not whole, though every page of it can be read', async () => {
  const file = path.join(folder(), 'orchid.db');
  const server = await serverOf({ file });
  await server.addAccount('ann');
  await server.signedIn('ann');
  await server.orchid.settle();
  expect(checkDatabase(file)).toMatchObject({ records: 0 });
  const raw = new Database(file);
  raw.pragma('foreign_keys = OFF');
  raw.prepare("DELETE FROM account WHERE sub = 'ann'").run();
  raw.close();
  expect(() => checkDatabase(file)).toThrow('Rows of the database point nowhere.');
});
