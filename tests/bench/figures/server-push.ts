import type { BenchRun } from '../bench-run.ts';
import { copyDatabase, createLoadData } from '../load/load-data.ts';
import { LoadServer } from '../load/load-server.ts';
import { RawConnection } from '../load/raw-connection.ts';
import { NoteTyper } from '../load/requests.ts';
import { practiceShapes } from '../server/practice-shapes.ts';

const floor = 0.4;
const devices = 32;
const notesEach = 20;
/** A disk is quicker in one second than in the next: in each round both sides take turns so often. */
const turns = 4;
/** Edits in one push, and pushes of each device in a turn. */
const loads = [
  { edits: 1, pushes: 80, name: 'pushes of one edit', floor },
  { edits: 20, pushes: 10, name: 'edits in pushes of 20', floor: null },
] as const;

/**
 * Devices of as many accounts push at once, each its next push when the last one is answered. Whoever types while the
 * network is there sends pushes of one edit; twenty is what a phone brings back from an hour without.
 */
export async function measureServerPush(run: BenchRun): Promise<void> {
  const data = await createLoadData({ accounts: devices, devicesPerAccount: 1, size: practiceShapes.desk });
  const own = await LoadServer.start(data.dataDir);
  try {
    const typers = data.devices.map((device) => new NoteTyper(device, notesEach));
    // Starts the notes, so that both sides write over notes of the same size.
    await volley(own.origin, typers, { edits: notesEach, pushes: 2 });
    const bare = await LoadServer.startBare(copyDatabase(data, 'bare.db'));
    try {
      for (const load of loads) await measureLoad(run, { own, bare, typers, load });
    } finally {
      await bare.stop();
    }
  } finally {
    await own.stop();
    data.dispose();
  }
}

interface Sides {
  readonly own: LoadServer;
  readonly bare: LoadServer;
  readonly typers: readonly NoteTyper[];
  readonly load: (typeof loads)[number];
}

async function measureLoad(run: BenchRun, { own, bare, typers, load }: Sides): Promise<void> {
  const edits = turns * typers.length * load.pushes * load.edits;
  const rounds = await run.rounds(async () => {
    let [ownSeconds, limitSeconds] = [0, 0];
    for (let turn = 0; turn < turns; turn += 1) {
      const { seconds, bytes } = await volley(own.origin, typers, load);
      ownSeconds += seconds;
      limitSeconds += (await volley(bare.origin, typers, { ...load, bytes })).seconds;
    }
    return { own: edits / ownSeconds, limit: edits / limitSeconds };
  });
  run.report({
    kind: 'ratio',
    unit: '/s',
    better: 'higher',
    judgedBy: 'bound',
    name: `server: ${load.name}, ${devices} devices`,
    own: rounds.map((round) => round.own),
    limit: rounds.map((round) => round.limit),
    floor: load.floor,
    note: `Edits of notes of 400 characters. Limit: the same bytes to bare Hono, one SQLite transaction with synchronous=FULL for what came together, the same rows in a copy of the database.`,
  });
}

/** Everybody pushes; how long it takes until the last is answered. The pushes are made before the clock starts, or are those that were sent before. */
async function volley(
  origin: string,
  typers: readonly NoteTyper[],
  load: { readonly edits: number; readonly pushes: number; readonly bytes?: readonly (readonly Buffer[])[] },
): Promise<{ readonly seconds: number; readonly bytes: readonly (readonly Buffer[])[] }> {
  const bytes = load.bytes ?? typers.map((typer) => Array.from({ length: load.pushes }, () => typer.next(load.edits)));
  const connections = await Promise.all(bytes.map(() => RawConnection.open(origin)));
  const from = performance.now();
  await Promise.all(connections.map((connection, index) => pushAll(connection, bytes[index] ?? [])));
  const seconds = (performance.now() - from) / 1000;
  for (const connection of connections) connection.close();
  return { seconds, bytes };
}

async function pushAll(connection: RawConnection, pushes: readonly Buffer[]): Promise<void> {
  for (const push of pushes) {
    const { status, text } = await connection.send(push);
    if (status !== 200 || !text.includes('"kind":"ok"') || text.includes('"rejected"'))
      throw new Error(`a push was answered ${status}: ${text.slice(0, 200)}`);
  }
}
