import * as v from 'valibot';
import { pushResponse } from '../../../sync/protocol/push-message.ts';
import { call, type Command, type Plan } from '../../../server/store/port.ts';
import { seededRandom } from '../../../sync/testing/builders.ts';
import type { ServerHooks } from '../sim-server.ts';
import type { Plant } from '../world.ts';

/** Faults of the server and of the way from it, put in between a plan and its store, or on the wire. */
export const serverBugs: Readonly<Record<string, Plant>> = {
  'acknowledgement outside the transaction': { hooks: { takePush: acknowledgeFirst() } },
  'outcome of a refusal not kept': {
    hooks: planHooks({ command: (command) => turnOutcome(command, { outcome: 'applied', code: '' }) }),
  },
  'uid not recognised': { hooks: planHooks({ answer: { outcomeByUid: () => undefined } }) },
  'mark not raised': { hooks: planHooks({ command: keepOldMark() }) },
  'a reader is forgotten': { hooks: planHooks({ command: forgetReader() }) },
  'older versions not kept': { hooks: planHooks({ skip: (command) => command.call === 'keepVersion' }) },
  'sums not changed with the log': { hooks: planHooks({ skip: everyNth('addToSum', 9) }) },
  'grant without back-fill': { hooks: planHooks({ answer: { scopePage: () => [] } }) },
  'tombstone floor missing': {
    hooks: planHooks({ answer: { headOf: (head) => ({ ...(head as object), horizon: 0 }) } }),
  },
  'a place in the log given twice': { hooks: planHooks({ answer: { takeSeq: everyNthLower(7) } }) },
  'end of access not told': {
    hooks: { carryLines: (lines) => withoutDigest(lines).filter((line) => !line.startsWith('{"kind":"x"')) },
  },
  'cut page taken whole': {
    hooks: {
      endLines: (lines, cut) =>
        cut < lines.length ? withoutDigest([...lines.slice(0, cut), ...lines.slice(-1)]) : lines,
    },
  },
  'gap taken for good': { hooks: { takePush: noGaps } },
  'same push applied again': {
    hooks: planHooks({ answer: { outcomeByUid: () => undefined, getOutcome: () => undefined } }),
  },
};

/** As a server that makes this mistake before it makes the digest. */
function withoutDigest(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.replace(/,"digest":"[^"]*"\}$/, '}'));
}

interface Turns {
  readonly command?: (command: Command) => Command;
  readonly answer?: Readonly<Record<string, (answer: unknown) => unknown>>;
  readonly skip?: (command: Command) => boolean;
}

function planHooks(turns: Turns): Partial<ServerHooks> {
  return { wrapPlan: (plan) => turnPlan(plan, turns) };
}

/** Drives a plan with other commands, or other answers, than it asked for. */
function* turnPlan<R>(plan: Plan<R>, turns: Turns): Plan<R> {
  let step = plan.next();
  while (!step.done) {
    const command = turns.command?.(step.value) ?? step.value;
    if (turns.skip?.(command)) {
      step = plan.next(undefined);
      continue;
    }
    let answer: unknown;
    try {
      answer = yield command;
    } catch (error) {
      step = plan.throw(error);
      continue;
    }
    step = plan.next(turns.answer?.[command.call]?.(answer) ?? answerOf(turns, command, answer));
  }
  return step.value;
}

function answerOf(turns: Turns, command: Command, answer: unknown): unknown {
  return turns.answer && command.call in turns.answer ? turns.answer[command.call]?.(answer) : answer;
}

function turnOutcome(command: Command, change: object): Command {
  const [row] = command.args as [{ outcome?: string }];
  if (command.call !== 'putOutcome' || row.outcome !== 'rejected') return command;
  return { ...command, args: [{ ...row, ...change }] };
}

function keepOldMark(): (command: Command) => Command {
  const random = seededRandom(5);
  return (command) => {
    if (command.call !== 'putClient' || random.chance(0.8)) return command;
    const [row] = command.args as [{ mark: number }];
    return { ...command, args: [{ ...row, mark: Math.max(0, row.mark - 1) }] };
  };
}

function forgetReader(): (command: Command) => Command {
  return (command) => {
    if (command.call !== 'putLogRow' && command.call !== 'moveLogRow') return command;
    const [row] = command.args as [{ principal: string; collection: string }];
    if (row.principal !== 'pro-2' || row.collection !== 'note') return command;
    return { call: 'headOf', args: [row.principal] };
  };
}

function everyNth(name: string, nth: number): (command: Command) => boolean {
  let count = 0;
  return (command) => {
    if (command.call !== name) return false;
    count += 1;
    return count % nth === 0;
  };
}

function everyNthLower(nth: number): (seq: unknown) => unknown {
  let count = 0;
  return (seq) => {
    count += 1;
    return count % nth === 0 && typeof seq === 'number' ? Math.max(1, seq - 1) : seq;
  };
}

/** Outcome and mark are committed in one transaction, the effects in the next; the server may die in between. */
function acknowledgeFirst(): ServerHooks['takePush'] {
  const random = seededRandom(99);
  return async (server, { sub, request }, send) => {
    if (!random.chance(0.2)) return send();
    const client = await server.store.read(() => call('getClient', request.clientId));
    const mark = client?.mark ?? 0;
    const last = request.rows.at(-1)?.id ?? mark;
    if ((request.rows[0]?.id ?? 0) > mark + 1) return send();
    await server.store.write(function* (): Plan<void> {
      yield* call('putClient', {
        clientId: request.clientId,
        principal: sub,
        deviceId: 'sim',
        highest: request.highest,
        mark: Math.max(mark, last),
      });
    });
    return null;
  };
}

/** The server never says that what it holds is of another history. */
async function noGaps(...[, { request }, send]: Parameters<ServerHooks['takePush']>): Promise<Response | null> {
  const response = await send();
  if (response?.status !== 200) return response;
  const answer = v.parse(pushResponse, await response.clone().json());
  if (answer.kind !== 'gap') return response;
  const { epoch, serverTime } = answer;
  const mark = request.rows.at(-1)?.id ?? answer.mark;
  return Response.json({ kind: 'ok', mark, results: [], epoch, serverTime });
}
