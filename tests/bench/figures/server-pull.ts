import type { BenchRun } from '../bench-run.ts';
import { createLoadData, type LoadDevice } from '../load/load-data.ts';
import { LoadServer } from '../load/load-server.ts';
import { copyOpened } from '../load/open-bodies.ts';
import { RawConnection } from '../load/raw-connection.ts';
import { pullRequest, readEnd } from '../load/requests.ts';
import { practiceShapes } from '../server/practice-shapes.ts';

const floor = 0.5;
const devices = 8;

/** Devices of one account download all of it at once, page after page. Nobody takes the lines apart. */
export async function measureServerPull(run: BenchRun): Promise<void> {
  const size = practiceShapes[run.options.quick ? '1k' : '10k'];
  const data = await createLoadData({ accounts: 1, devicesPerAccount: devices, size });
  const own = await LoadServer.start(data.dataDir);
  const bare = await LoadServer.startBare(copyOpened(data, 'opened.db'));
  try {
    const bytes = await volley(own.origin, data.devices);
    const bareBytes = await volley(bare.origin, data.devices);
    if (Math.abs(bareBytes.bytes / bytes.bytes - 1) > 0.02)
      throw new Error(`not the same bytes: ${bytes.bytes} and ${bareBytes.bytes}`);
    const rate = async (origin: string): Promise<number> =>
      (devices * data.held) / (await volley(origin, data.devices)).seconds;
    const rounds = await run.rounds(async () => ({ own: await rate(own.origin), limit: await rate(bare.origin) }));
    run.report({
      kind: 'ratio',
      unit: '/s',
      better: 'higher',
      judgedBy: 'bound',
      name: `server: pulled records, ${devices} devices`,
      own: rounds.map((round) => round.own),
      limit: rounds.map((round) => round.limit),
      floor,
      note: `${data.held} records each, pages of 1,000. Limit: the same lines from bare Hono, one join by index over a copy with opened bodies.`,
    });
  } finally {
    await own.stop();
    await bare.stop();
    data.dispose();
  }
}

interface Pulled {
  readonly seconds: number;
  readonly bytes: number;
}

async function volley(origin: string, devices: readonly LoadDevice[]): Promise<Pulled> {
  const connections = await Promise.all(devices.map(() => RawConnection.open(origin)));
  const from = performance.now();
  const sizes = await Promise.all(connections.map((connection, index) => pullAll(connection, devices[index])));
  const seconds = (performance.now() - from) / 1000;
  for (const connection of connections) connection.close();
  return { seconds, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

async function pullAll(connection: RawConnection, device: LoadDevice | undefined): Promise<number> {
  if (!device) throw new Error('a connection for each device');
  let bytes = 0;
  let cursor: string | null = null;
  for (;;) {
    const { status, text, bodyBytes } = await connection.send(pullRequest(device, cursor), 'tail');
    if (status !== 200) throw new Error(`a pull was answered ${status}`);
    bytes += bodyBytes;
    const end = readEnd(text);
    if (end.complete) return bytes;
    ({ cursor } = end);
  }
}
