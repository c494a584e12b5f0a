import * as Comlink from 'comlink';
import { EngineRun } from './page/engine-run.ts';
import type { EngineWorkerApi } from './page/engine-worker-api.ts';
import { openRaw } from './page/raw-database.ts';
import { rawSync } from './page/raw-sync.ts';
import { RowShapes } from './page/row-shapes.ts';

let shapes = new RowShapes();
let held: EngineRun | null = null;

const api: EngineWorkerApi = {
  firstSync: async (keys) => {
    const run = await EngineRun.open(keys);
    const from = performance.now();
    await run.start();
    const rows = await run.query();
    const ms = performance.now() - from;
    run.stop();
    if (rows !== 50) throw new Error('the replica does not answer');
    return ms;
  },
  learn: async (replicaName) => {
    shapes = await RowShapes.learn(replicaName);
    return shapes.count;
  },
  rawFirstSync: async (name, url) => {
    const db = await openRaw(name);
    const ms = await rawSync(db, url, shapes);
    db.close();
    return ms;
  },
  startHeld: async (keys) => {
    const from = performance.now();
    held = await EngineRun.open(keys);
    await held.start();
    return performance.now() - from;
  },
  pullHeld: async () => {
    if (!held) throw new Error('nothing is held');
    return (await held.cycle()).restMs;
  },
  stopHeld: async () => held?.stop(),
  rawPull: async (name, url) => {
    const db = await openRaw(name);
    const ms = await rawSync(db, url, shapes);
    db.close();
    return ms;
  },
  flush: async (keys) => {
    const run = await EngineRun.open(keys);
    const times = await run.start();
    run.stop();
    return times;
  },
  rawFlush: async (url, body) => {
    const from = performance.now();
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    await response.json();
    return performance.now() - from;
  },
};

Comlink.expose(api);
