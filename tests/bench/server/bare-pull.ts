import type Database from 'better-sqlite3';

const pageRows = 1000;

interface Row {
  readonly at: string;
  readonly c: string;
  readonly i: string;
  readonly s: string;
  readonly k: string;
  readonly v: number;
  readonly h: number;
  readonly body: Buffer;
  readonly stamps: string;
}

/**
 * Pages of an account's records by place in time, as lines of the same bytes: one join by index, bodies as they lie.
 * The copy has them opened, so the limit opens nothing.
 */
export function barePull(db: Database.Database): (principal: string, cursor: string | undefined) => string {
  const page = db.prepare(
    `SELECT log.at, log.collection AS c, log.id AS i, record.scope AS s, cls AS k, record.version AS v, shape AS h, body, stamps
     FROM log JOIN record ON record.collection = log.collection AND record.id = log.id
     WHERE principal = ? AND gone = 0 AND (at, log.collection, log.id) > (?, ?, ?)
     ORDER BY at, log.collection, log.id LIMIT ${pageRows}`,
  );
  return (principal, cursor) => {
    const from = cursor === undefined ? ['', '', ''] : (JSON.parse(fromBase64Url(cursor)) as string[]);
    const rows = page.all(principal, ...from) as Row[];
    const last = rows.at(-1);
    const next = Buffer.from(JSON.stringify(last ? [last.at, last.c, last.i] : from)).toString('base64url');
    const begin = { kind: 'begin', epoch: '', serverTime: '2026-11-21T09:00:00.000Z', reset: false, principal };
    const complete = rows.length < pageRows;
    const end = { kind: 'end', cursor: next, mark: 0, outcomes: [], complete, left: 0 };
    return `${[JSON.stringify(begin), ...rows.map(toLine), JSON.stringify(end)].join('\n')}\n`;
  };
}

function toLine({ c, i, s, k, v, h, body, stamps }: Row): string {
  const fixed = JSON.stringify({ kind: 'r', c, i, s, k, v, h });
  return `${fixed.slice(0, -1)},"b":${body.toString('utf8')},"t":${stamps}}`;
}

function fromBase64Url(text: string): string {
  return Buffer.from(text, 'base64url').toString('utf8');
}
