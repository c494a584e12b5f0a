import * as v from 'valibot';
import type { Transport, TransportAnswer } from '../../ports.ts';
import { pullLine, type PullLine, type PullEnd, type PullRecord } from '../../protocol/pull-message.ts';
import { isUnchanged } from '../../core/page-digest.ts';
import type { PulledPage } from './apply-pull.ts';
import type { Sodium } from '../../core/sodium.ts';

export interface PullRequest {
  readonly cursor: string | null;
  readonly clientId: string;
  readonly confirmed: number;
  readonly account?: string;
  readonly heal?: string;
  /** Of the collection that is asked for again, this one record alone. */
  readonly record?: string;
}

/** What a page comes over, and what its digest is made with. */
export interface PullPorts {
  readonly transport: Transport;
  readonly sodium: Sodium;
}

export type PullAnswer = TransportAnswer<{ readonly page: PulledPage; readonly serverTime: string }>;

/**
 * Fetches one page. [PL-2] A page counts only whole: from a schema-valid first line to a schema-valid last one, with the
 * digest that it names. What is cut, changed on its way, malformed or a portal's page is `unreachable` and changes nothing.
 */
export async function fetchPage(
  { transport, sodium }: PullPorts,
  request: PullRequest,
  signal?: AbortSignal,
): Promise<PullAnswer> {
  const page = new PageBuilder(sodium, request);
  const answer = await transport.pull(
    {
      cursor: request.cursor,
      clientId: request.clientId,
      confirmed: request.confirmed,
      ...(request.account === undefined ? {} : { account: request.account }),
      ...(request.heal === undefined ? {} : { heal: request.heal }),
      ...(request.record === undefined ? {} : { record: request.record }),
    },
    (line) => page.add(line),
    signal,
  );
  if (answer.kind !== 'answered') return answer;
  const whole = page.finish();
  return whole ? { kind: 'answered', value: whole } : { kind: 'unreachable' };
}

/** Where a replica stands: what a server must know to say what comes next. */
export interface Place {
  readonly clientId: string;
  readonly cursor: string;
}

/** A page that came by itself, for a replica that stood at this place; null where it is not whole. [PL-2] */
export function readPage(
  sodium: Sodium,
  place: Place,
  lines: readonly string[],
): { page: PulledPage; serverTime: string } | null {
  const builder = new PageBuilder(sodium, { ...place, confirmed: 0 });
  for (const line of lines) builder.add(line);
  return builder.finish();
}

class PageBuilder {
  readonly #request: PullRequest;
  readonly #records: PullRecord[] = [];
  readonly #gone: { c: string; i: string }[] = [];
  readonly #scopesGone: string[] = [];
  #begin: Extract<PullLine, { kind: 'begin' }> | null = null;
  #end: PullEnd | null = null;
  #malformed = false;
  readonly #sodium: Sodium;
  /** As they came: the digest is over these. */
  readonly #lines: string[] = [];

  constructor(sodium: Sodium, request: PullRequest) {
    this.#sodium = sodium;
    this.#request = request;
  }

  add(text: string): void {
    this.#lines.push(text);
    try {
      this.#take(JSON.parse(text));
    } catch {
      // Not JSON: no page of ours.
      this.#malformed = true;
    }
  }

  #take(raw: unknown): void {
    // Records are most of a page: their fixed outer form is checked by hand, the body when it is opened and used.
    if (isRecordLine(raw)) {
      this.#records.push(raw);
      return;
    }
    const parsed = v.safeParse(pullLine, raw);
    if (!parsed.success) {
      this.#malformed = true;
      return;
    }
    const line = parsed.output;
    if (line.kind === 'begin') this.#begin = line;
    else if (line.kind === 'g') this.#gone.push(line);
    else if (line.kind === 'x') this.#scopesGone.push(line.s);
    else if (line.kind === 'end') this.#end = line;
  }

  finish(): { page: PulledPage; serverTime: string } | null {
    if (this.#malformed || !this.#begin || !this.#end) return null;
    if (this.#end.digest !== undefined && !isUnchanged(this.#sodium, this.#lines)) return null;
    return {
      serverTime: this.#begin.serverTime,
      page: {
        from: this.#request.cursor,
        clientId: this.#request.clientId,
        principal: this.#begin.principal,
        epoch: this.#begin.epoch,
        reset: this.#begin.reset,
        records: this.#records,
        gone: this.#gone,
        scopesGone: this.#scopesGone,
        end: this.#end,
      },
    };
  }
}

function isRecordLine(raw: unknown): raw is PullRecord {
  if (typeof raw !== 'object' || raw === null) return false;
  const line = raw as Record<string, unknown>;
  return (
    line['kind'] === 'r' &&
    typeof line['c'] === 'string' &&
    typeof line['i'] === 'string' &&
    typeof line['s'] === 'string' &&
    typeof line['k'] === 'string' &&
    // Whether these are versions and shapes at all is looked at with the record.
    typeof line['v'] === 'number' &&
    typeof line['h'] === 'number' &&
    'b' in line &&
    typeof line['t'] === 'object' &&
    line['t'] !== null
  );
}
