import { heartbeatMs } from '../../../sync/protocol/socket-message.ts';
import type { BenchRun } from '../bench-run.ts';
import { createLoadData } from '../load/load-data.ts';
import { LoadServer, type Usage } from '../load/load-server.ts';
import { SocketCrowd } from '../load/socket-crowd.ts';
import { practiceShapes } from '../server/practice-shapes.ts';
import { percentile } from '../statistics.ts';

const p99FloorMs = 500;
const devicesEach = 4;
const writesPerSecond = 20;
const rounds = 3;
const roundMs = 10_000;
/** One heartbeat: each socket is asked once whether it is there, and answers. */
const quietMs = heartbeatMs;

/**
 * Signed-in devices that say where they stand and then only listen; twenty notes a second are written among them, each
 * to be heard by the three other devices of its account. One account writes once, so nobody's socket is warmer than usual.
 */
export async function measureSockets(run: BenchRun): Promise<void> {
  const accounts = run.options.quick ? 200 : 1250;
  const count = accounts * devicesEach;
  const data = await createLoadData({ accounts, devicesPerAccount: devicesEach, size: practiceShapes.handful });
  const server = await LoadServer.start(data.dataDir);
  const crowd = new SocketCrowd(server.origin, data);
  try {
    // The first requests load and compile what a server needs once; that is no socket's.
    await crowd.write();
    const before = await server.usage();
    await crowd.connect();
    const connected = await server.usage();
    await wait(quietMs);
    const quiet = await server.usage();
    const busy: number[] = [];
    const waits: (readonly number[])[] = [];
    for (let round = 0; round < Math.min(rounds, run.options.rounds); round += 1) {
      const from = await server.usage();
      waits.push(await crowd.writeFor(roundMs, writesPerSecond));
      busy.push(processorShare(from, await server.usage(), roundMs));
    }
    const name = `${count} sockets`;
    const heard = waits.reduce((sum, round) => sum + round.length, 0);
    const shared = { kind: 'budget', unit: 'ms', judgedBy: 'bound' } as const;
    const note = `${writesPerSecond} writes a second, each a push with synchronous=FULL, until its page has come over the sockets of three other devices (${heard} in all); load and readers in one process beside the server.`;
    run.report({
      ...shared,
      name: `${name}: propagation p50`,
      own: waits.map((w) => percentile(w, 0.5)),
      floor: null,
      note,
    });
    run.report({
      ...shared,
      name: `${name}: propagation p99`,
      own: waits.map((w) => percentile(w, 0.99)),
      floor: p99FloorMs,
    });
    const bytesEach = Math.max(connected.rssBytes, quiet.rssBytes) - before.rssBytes;
    run.report({
      kind: 'budget',
      unit: 'kB',
      name: `${name}: memory of the server for each`,
      own: [bytesEach / count / 1000],
      floor: null,
      note: `Resident memory, ${(before.rssBytes / 1e6).toFixed(0)} MB without them.`,
    });
    const cpu = { kind: 'budget', unit: '%', floor: null } as const;
    run.report({ ...cpu, name: `${name}: processor, idle`, own: [processorShare(connected, quiet, quietMs)] });
    run.report({ ...cpu, name: `${name}: processor, ${writesPerSecond} writes a second`, own: busy });
  } finally {
    crowd.close();
    await server.stop();
    data.dispose();
  }
}

/** Per cent of one core. */
function processorShare(from: Usage, to: Usage, ms: number): number {
  return (100 * (to.cpuMs - from.cpuMs)) / ms;
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
