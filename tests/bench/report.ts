import fs from 'node:fs';
import path from 'node:path';
import type { Figure } from './figure.ts';
import type { Machine } from './machine.ts';
import { median, medianInterval, ratioInterval, type Interval } from './statistics.ts';

/** A figure with what follows from its rounds. */
export interface Row {
  readonly name: string;
  readonly unit: string;
  readonly rounds: number;
  readonly own: { readonly median: number; readonly interval: Interval; readonly values: readonly number[] };
  readonly limit?: { readonly median: number; readonly interval: Interval; readonly values: readonly number[] };
  readonly ratio?: { readonly value: number; readonly interval: Interval };
  readonly floor: number | null;
  readonly better: 'lower' | 'higher';
  readonly holds: boolean;
  readonly note?: string;
}

export function toRow(figure: Figure): Row {
  const sum = (values: readonly number[]) => ({ median: median(values), interval: medianInterval(values), values });
  const own = sum(figure.own);
  const shared = {
    name: figure.name,
    unit: figure.unit,
    rounds: figure.own.length,
    own,
    floor: figure.floor,
    better: figure.better ?? 'lower',
    ...(figure.note === undefined ? {} : { note: figure.note }),
  };
  if (figure.kind === 'budget') return { ...shared, holds: holds(figure, own.median, own.interval) };
  const limit = sum(figure.limit);
  const value = own.median / limit.median;
  const interval = ratioInterval(figure.own, figure.limit);
  return { ...shared, limit, ratio: { value, interval }, holds: holds(figure, value, interval) };
}

function holds({ floor, better, judgedBy }: Figure, middle: number, [low, high]: Interval): boolean {
  if (floor === null) return true;
  if (better === 'higher') return (judgedBy === 'bound' ? low : middle) >= floor;
  return (judgedBy === 'bound' ? high : middle) <= floor;
}

/** The table's line of one figure. */
export function toLine(row: Row): string {
  const range = (interval: Interval): string => `[${short(interval[0])} – ${short(interval[1])}]`;
  const cells = [
    row.name.padEnd(46),
    `${short(row.own.median)} ${row.unit}`.padStart(10),
    range(row.own.interval).padEnd(18),
    (row.limit ? `${short(row.limit.median)} ${row.unit}` : '').padStart(10),
    (row.ratio ? row.ratio.value.toFixed(2) : '').padStart(6),
    (row.ratio ? range(row.ratio.interval) : '').padEnd(15),
    (row.floor === null ? '' : `${row.better === 'higher' ? '≥' : '≤'} ${row.floor}`).padStart(7),
    row.floor === null ? '' : row.holds ? 'holds' : 'MISSED',
  ];
  return cells.join(' ').trimEnd();
}

export function headLine(): string {
  return [
    'figure'.padEnd(46),
    'own'.padStart(10),
    '95 % of median'.padEnd(18),
    'limit'.padStart(10),
    'ratio'.padStart(6),
    '95 %'.padEnd(15),
    'floor'.padStart(7),
  ].join(' ');
}

export function writeJson(file: string, machine: Machine, rows: readonly Row[]): void {
  fs.mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  fs.writeFileSync(file, `${JSON.stringify({ machine, figures: rows }, null, 1)}\n`);
}

function short(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
