import fs from 'node:fs';
import path from 'node:path';
import { Hono } from 'hono';
import type { Store } from '../../../server/store/port.ts';
import { call } from '../../../server/store/port.ts';
import type { GeneratedPractice } from '../../../server/dev/practice-types.ts';
import type { BareRelay } from './bare-relay.ts';
import { createBareInsert, createBareWrites } from './bare-writes.ts';
import { ChangeFeed } from './change-feed.ts';
import { RecordWriter } from './record-writer.ts';

const types: Readonly<Record<string, string>> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript' };
const ndjson = { 'content-type': 'application/x-ndjson; charset=utf-8' };

/** Everything under `/bench/`: the bench page, the limits' answers, and changes from elsewhere. */
export function createBenchRoutes(options: {
  readonly store: Store;
  readonly practice: GeneratedPractice;
  readonly pageDir: string;
  readonly dataDir: string;
  readonly asked: Set<string>;
  readonly relay: BareRelay;
}): Hono {
  const { store, practice, pageDir, dataDir, asked, relay } = options;
  const principal = practice.accounts[0]?.sub ?? '';
  const writer = new RecordWriter(store, practice);
  const insert = createBareInsert(path.join(dataDir, 'bare.db'));
  const writeSame = createBareWrites(path.join(dataDir, 'orchid.db'), path.join(dataDir, 'copy.db'), principal);
  const feed = new ChangeFeed(store, principal);
  let all: Buffer<ArrayBuffer> | null = null;
  let touched = Buffer.alloc(0);
  const toBytes = (lines: readonly string[]): Buffer<ArrayBuffer> => Buffer.from(`${lines.join('\n')}\n`);

  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    c.header('cross-origin-opener-policy', 'same-origin');
    c.header('cross-origin-embedder-policy', 'require-corp');
    c.header('cross-origin-resource-policy', 'same-origin');
    c.header('cache-control', 'no-store');
  });
  app.get('/bench/count', async (c) => {
    const sums = await store.read(() => call('sumsOf', principal));
    return c.json(sums.reduce((sum, row) => sum + row.count, 0));
  });
  app.get('/bench/all.ndjson', async (c) => {
    all ??= toBytes(await new ChangeFeed(store, principal).take());
    return c.body(all, 200, ndjson);
  });
  app.post('/bench/touch', async (c) => {
    await feed.take();
    await writer.touch(Number(c.req.query('count')));
    touched = toBytes(await feed.take());
    return c.json({ bytes: touched.length });
  });
  app.get('/bench/touched.ndjson', (c) => c.body(touched, 200, ndjson));
  app.post('/bench/grow', async (c) => {
    await writer.addMessages(Number(c.req.query('count')));
    all = null;
    return c.json({});
  });
  app.post('/bench/:kind{insert|same-rows}', async (c) => {
    const body: { rows: readonly { id: number; key: string; box: string }[] } = await c.req.json();
    const take = c.req.param('kind') === 'insert' ? insert : writeSame;
    take(body.rows);
    return c.json({ mark: body.rows.at(-1)?.id ?? 0 });
  });
  app.post('/bench/pass', async (c) => {
    const frame = await c.req.text();
    insert([{ id: 0, key: '', box: frame }]);
    relay.pass(frame, c.req.query('from') ?? '');
    return c.json({});
  });
  app.post('/bench/asked', (c) => {
    const files = [...asked];
    asked.clear();
    return c.json(files);
  });
  app.get('/bench/*', (c) => {
    const file = path.join(pageDir, path.posix.normalize(c.req.path.slice('/bench/'.length)));
    if (!file.startsWith(pageDir) || !fs.existsSync(file)) return c.notFound();
    return c.body(new Uint8Array(fs.readFileSync(file)), 200, {
      'content-type': types[path.extname(file)] ?? 'application/octet-stream',
    });
  });
  return app;
}
