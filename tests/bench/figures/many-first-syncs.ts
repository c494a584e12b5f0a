import { fork } from 'node:child_process';
import * as v from 'valibot';
import type { BenchRun } from '../bench-run.ts';
import { createLoadData, type LoadData } from '../load/load-data.ts';
import { LoadServer } from '../load/load-server.ts';
import { practiceShapes } from '../server/practice-shapes.ts';
import { median } from '../statistics.ts';

const medianFloorS = 30;
const rounds = 3;
const clients = 100;
const accounts = 10;
/** Of clients; the server has one more. On two cores they share what there is. */
const processes = 2;
const answer = v.object({ seconds: v.array(v.number()), cpuMs: v.number() });

/** A practice comes back to its desks: a hundred new devices of ten accounts fetch everything at once. */
export async function measureManyFirstSyncs(run: BenchRun): Promise<void> {
  const size = practiceShapes[run.options.quick ? '1k' : '10k'];
  const data = await createLoadData({ accounts, devicesPerAccount: clients / accounts, size });
  const server = await LoadServer.start(data.dataDir);
  try {
    const found: Round[] = [];
    for (let round = 0; round < Math.min(rounds, run.options.rounds); round += 1)
      found.push(await syncAll(server, data));
    const own = (pick: (round: Round) => number) => found.map((round) => pick(round));
    const share = median(own((round) => round.clientCpuMs / (round.clientCpuMs + round.serverCpuMs)));
    const name = `${clients} first syncs at once, ${data.held} records`;
    const shared = { kind: 'budget', unit: 's' } as const;
    run.report({
      ...shared,
      name: `${name}: median`,
      own: own((round) => median(round.seconds)),
      floor: medianFloorS,
      judgedBy: 'bound',
      note: `Shipped engine over the memory store in ${processes} processes; ${Math.round(share * 100)} % of the processor time is theirs, the server takes ${(median(own((round) => round.serverCpuMs)) / 1000).toFixed(1)} s.`,
    });
    run.report({ ...shared, name: `${name}: worst`, own: own((round) => Math.max(...round.seconds)), floor: null });
    run.report({
      ...shared,
      name: `${name}: processor of the server`,
      own: own((round) => round.serverCpuMs / 1000),
      floor: null,
    });
  } finally {
    await server.stop();
    data.dispose();
  }
}

interface Round {
  readonly seconds: readonly number[];
  readonly clientCpuMs: number;
  readonly serverCpuMs: number;
}

async function syncAll(server: LoadServer, data: LoadData): Promise<Round> {
  const before = await server.usage();
  const parts = await Promise.all(
    Array.from({ length: processes }, (_, part) =>
      syncPart({
        origin: server.origin,
        records: data.held,
        devices: data.devices
          .filter((_device, index) => index % processes === part)
          .map(({ sub, cookie }) => ({ sub, cookie })),
      }),
    ),
  );
  return {
    seconds: parts.flatMap((part) => part.seconds),
    clientCpuMs: parts.reduce((sum, part) => sum + part.cpuMs, 0),
    serverCpuMs: (await server.usage()).cpuMs - before.cpuMs,
  };
}

async function syncPart(task: object): Promise<v.InferOutput<typeof answer>> {
  const child = fork('tests/bench/first-sync-clients.ts', [], { execArgv: ['--import', 'tsx'] });
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(v.parse(answer, message)));
    child.once('exit', (code) => reject(new Error(`clients ended with ${code}`)));
    child.send(task);
  });
}
