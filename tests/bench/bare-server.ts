/**
 * A process of its own: the least that a durable sync server could be. Hono, SQLite with synchronous=FULL and group
 * commit over a copy of the same database; the same requests, rows and bytes, and no thought about any of them.
 */
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { barePull } from './server/bare-pull.ts';
import { BarePushes } from './server/bare-pushes.ts';
import { openDurable } from './server/bare-writes.ts';

const [file = ''] = process.argv.slice(2);
const db = openDurable(file);
// What the shipped store asks of SQLite, the limit may have too.
db.pragma('cache_size = -32768');
db.pragma('mmap_size = 1073741824');
db.pragma('wal_autocheckpoint = 8000');

const pushes = new BarePushes(db);
const pull = barePull(db);
const app = new Hono();
app.post('/api/sync/v1/push', async (c) => c.json(await pushes.take(await c.req.json())));
app.get('/api/sync/v1/pull', (c) =>
  c.body(pull(c.req.query('account') ?? '', c.req.query('cursor')), 200, {
    'content-type': 'application/x-ndjson; charset=utf-8',
  }),
);
const server = createAdaptorServer({ fetch: app.fetch });
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`);
});
process.on('SIGTERM', () => process.exit(0));
