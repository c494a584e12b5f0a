import * as v from 'valibot';
import type { Transport, TransportAnswer } from '../ports.ts';
import { pullLine, type PullLine, type PullEnd, type PullRecord } from '../protocol/pull-message.ts';
import type { PulledPage } from './apply-pull.ts';

export interface PullRequest {
  readonly cursor: string | null;
  readonly clientId: string;
  readonly confirmed: number;
  readonly account?: string;
  readonly heal?: string;
}

export type PullAnswer = TransportAnswer<{ readonly page: PulledPage; readonly serverTime: string }>;

/**
 * Fetches one page. [PL-2] A page counts only whole: from a schema-valid first line to a schema-valid last one. What
 * is cut, malformed or a portal's page is `unreachable` and changes nothing.
 */
export async function fetchPage(transport: Transport, request: PullRequest, signal?: AbortSignal): Promise<PullAnswer> {
  const page = new PageBuilder(request);
  const answer = await transport.pull(
    {
      cursor: request.cursor,
      clientId: request.clientId,
      confirmed: request.confirmed,
      ...(request.account === undefined ? {} : { account: request.account }),
      ...(request.heal === undefined ? {} : { heal: request.heal }),
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
export function readPage(place: Place, lines: readonly string[]): { page: PulledPage; serverTime: string } | null {
  const builder = new PageBuilder({ ...place, confirmed: 0 });
  try {
    for (const line of lines) builder.add(JSON.parse(line));
  } catch {
    // Not JSON: no page of ours.
    return null;
  }
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

  constructor(request: PullRequest) {
    this.#request = request;
  }

  add(raw: unknown): void {
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
    Number.isInteger(line['v']) &&
    Number.isInteger(line['h']) &&
    'b' in line &&
    typeof line['t'] === 'object' &&
    line['t'] !== null
  );
}
