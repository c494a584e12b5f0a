import type { BenchRun } from '../bench-run.ts';
import { createLoadData, type LoadData } from '../load/load-data.ts';
import { LoadServer } from '../load/load-server.ts';
import { RawConnection } from '../load/raw-connection.ts';
import { cursorAt, NoteTyper, pullRequest, readEnd } from '../load/requests.ts';
import { practiceShapes } from '../server/practice-shapes.ts';

const sizes = [1000, 10_000, 100_000, 500_000];
/** What one with the most may cost beside one with the fewest. */
const flatFloor = 1.25;
const noChangeFloorBytes = 1024;
/** Different notes edited in a round, one push each. */
const edits = 100;
const pulls = 20;
const emptyPulls = 100;

/** The same requests at accounts that hold more and more: each on a server and in a database of its own, in turn. */
export async function measureRecordsHeld(run: BenchRun): Promise<void> {
  const desks: Desk[] = [];
  try {
    for (const records of run.options.quick ? sizes.slice(0, 2) : sizes) desks.push(await Desk.open(records));
    for (const desk of desks) await desk.round();
    const rounds = await run.rounds(async (index) => {
      const found: Costs[] = [];
      // Forwards and backwards: what drifts on the machine meets both ends alike.
      const order = index % 2 === 0 ? desks : [...desks].reverse();
      for (const desk of order) found[desks.indexOf(desk)] = await desk.round();
      return found;
    });
    report(run, desks, rounds);
  } finally {
    for (const desk of desks) await desk.close();
  }
}

const costs = [
  { key: 'push', name: 'a push of one edit' },
  { key: 'pull', name: `a pull of ${edits} changed notes` },
  { key: 'empty', name: 'a pull without changes' },
] as const;

function report(run: BenchRun, desks: readonly Desk[], rounds: readonly (readonly Costs[])[]): void {
  for (const { key, name } of costs) {
    const of = (place: number): readonly number[] => rounds.map((round) => round[place]?.[key] ?? Number.NaN);
    for (const [place, desk] of desks.entries()) {
      if (place === 0) continue;
      const isLast = place === desks.length - 1;
      run.report({
        kind: 'ratio',
        unit: 'ms',
        name: `${name}, ${desk.label} held beside ${desks[0]?.label}`,
        own: of(place),
        limit: of(0),
        floor: isLast ? flatFloor : null,
        judgedBy: 'bound',
        ...(isLast
          ? { note: 'Time in the server, from the head of the request to the end of the answer, one after the other.' }
          : {}),
      });
    }
  }
  const most = desks.at(-1);
  const shared = { kind: 'budget', unit: 'B' } as const;
  run.report({
    ...shared,
    name: `a pull without changes, ${most?.label} held: body`,
    own: [most?.emptyBytes.body ?? 0],
    floor: noChangeFloorBytes,
    note: 'Lines with their chunk frames.',
  });
  run.report({
    ...shared,
    name: `a pull without changes, ${most?.label} held: all on the wire`,
    own: [most?.emptyBytes.wire ?? 0],
    floor: null,
    note: 'With status line and headers, of which the security policy is most.',
  });
}

interface Costs {
  /** Milliseconds each. */
  readonly push: number;
  readonly pull: number;
  readonly empty: number;
}

/** One account with a server of its own. */
class Desk {
  readonly label: string;
  emptyBytes = { body: 0, wire: 0 };
  readonly #data: LoadData;
  readonly #server: LoadServer;
  readonly #typer: NoteTyper;
  #cursor: string;

  private constructor(data: LoadData, server: LoadServer) {
    const [device] = data.devices;
    if (!device) throw new Error('a desk has a device');
    this.label = `${Math.round(data.held / 1000)} k`;
    this.#data = data;
    this.#server = server;
    this.#typer = new NoteTyper(device, edits);
    this.#cursor = cursorAt(data.epoch, device.head);
  }

  static async open(records: number): Promise<Desk> {
    const data = await createLoadData({ accounts: 1, devicesPerAccount: 1, size: practiceShapes['1k'], records });
    return new Desk(data, await LoadServer.start(data.dataDir));
  }

  async round(): Promise<Costs> {
    const pushes = Array.from({ length: edits }, () => this.#typer.next(1));
    const connection = await RawConnection.open(this.#server.origin);
    try {
      return await this.#measure(connection, pushes);
    } finally {
      connection.close();
    }
  }

  async #measure(connection: RawConnection, pushes: readonly Buffer[]): Promise<Costs> {
    const push = await this.#timed(connection, pushes);
    const changed = this.#pullAt(this.#cursor);
    const { text } = await connection.send(changed);
    const lines = text.split('{"kind":"r"').length - 1;
    if (lines !== edits) throw new Error(`${lines} changes came, not ${edits}`);
    const pull = await this.#timed(
      connection,
      Array.from({ length: pulls }, () => changed),
    );
    this.#cursor = readEnd(text).cursor;
    const nothing = this.#pullAt(this.#cursor);
    const { bodyBytes, wireBytes } = await connection.send(nothing);
    this.emptyBytes = { body: bodyBytes, wire: wireBytes };
    const empty = await this.#timed(
      connection,
      Array.from({ length: emptyPulls }, () => nothing),
    );
    return { push, pull, empty };
  }

  async close(): Promise<void> {
    await this.#server.stop();
    this.#data.dispose();
  }

  #pullAt(cursor: string): Buffer {
    const [device] = this.#data.devices;
    if (!device) throw new Error('a desk has a device');
    return pullRequest(device, cursor);
  }

  /** Milliseconds that the server spent on each. */
  async #timed(connection: RawConnection, requests: readonly Buffer[]): Promise<number> {
    const before = await this.#server.usage();
    for (const request of requests) {
      const { status } = await connection.send(request);
      if (status !== 200) throw new Error(`answered ${status}`);
    }
    const after = await this.#server.usage();
    return (after.servedMs - before.servedMs) / (after.requests - before.requests);
  }
}
