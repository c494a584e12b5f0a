import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { professionalOf, smallPractice } from '../../../server/testing/builders.ts';
import type { TestDevice } from '../../../server/testing/test-device.ts';
import { TestServer } from '../../../server/testing/test-server.ts';
import type { BenchRun } from '../bench-run.ts';
import { BrowserPage } from '../browser-page.ts';

const length = 100;
/** So many times as long as one session a series of a hundred may take. */
const floor = 10;
const processorMs = 100;
const weekMs = 7 * 86_400_000;

/** A weekly series of a hundred sessions: saved without a network beside one session, and applied by the server. */
export async function measureSeries(run: BenchRun): Promise<void> {
  const server = await run.server('1k');
  const browser = await BrowserPage.open(server);
  try {
    await browser.signIn(server);
    await browser.page.evaluate(() => bench.hold('bench-held'));
    await browser.page.evaluate((count) => bench.bookSeries(count), length);
    const rounds = await run.rounds(() => browser.page.evaluate((count) => bench.bookSeries(count), length));
    run.report({
      kind: 'ratio',
      unit: 'ms',
      name: `a series of ${length}, durable (strict), offline`,
      own: rounds.flatMap((round) => round.series),
      limit: rounds.flatMap((round) => round.one),
      floor,
      note: 'Beside one session booked in the same turn.',
    });
  } finally {
    await browser.close();
  }
  run.report({
    kind: 'budget',
    unit: 'ms',
    name: `a series of ${length}, applied by the server, processor`,
    own: await appliedMs(run),
    floor: processorMs,
    note: 'User and system time of the whole push, over a database file.',
  });
}

/** Processor time of each push; the first is not counted. */
async function appliedMs(run: BenchRun): Promise<readonly number[]> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'orchid-series-'));
  const server = await TestServer.create({ dataDir, now: '2026-11-24T14:00:00.000Z' });
  try {
    await server.addAccount('ann', 'orchid_pro');
    await server.write(...smallPractice(), professionalOf('ann', 'Ann'));
    const ann = await server.signedIn('ann');
    await pushSeries(ann, 0);
    return await run.rounds((turn) => pushSeries(ann, turn + 1));
  } finally {
    await server.close();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

async function pushSeries(device: TestDevice, turn: number): Promise<number> {
  const [day, hour] = [4 + Math.floor(turn / 20), turn % 20];
  const first = Date.UTC(2027, 0, day);
  const dates = Array.from({ length }, (_, week) => new Date(first + week * weekMs).toISOString().slice(0, 10));
  const row = device.seal({
    name: 'appointment_series.book',
    args: {
      chart_id: 'c1',
      clinician: 'ann',
      appointment_type_label: 'Individual session',
      place: 'telehealth',
      zone: 'America/New_York',
      minutes: 50,
      local_start: `${dates[0]}T${String(hour).padStart(2, '0')}:00`,
      rule: { unit: 'week', every: 1, ends: { kind: 'count', count: length } },
      sessions: dates.map((date) => ({ date })),
    },
  });
  const from = process.cpuUsage();
  const answer = await device.push([row]);
  const { user, system } = process.cpuUsage(from);
  if (answer.kind !== 'ok' || answer.results[0]?.outcome !== 'applied')
    throw new Error(JSON.stringify(answer).slice(0, 300));
  return (user + system) / 1000;
}
