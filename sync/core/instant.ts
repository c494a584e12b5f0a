import type { Instant } from './record.ts';

const pattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Milliseconds since the epoch as an instant. */
export function toInstant(ms: number): Instant {
  return new Date(ms).toISOString();
}

/** An instant as milliseconds since the epoch. */
export function fromInstant(instant: Instant): number {
  return Date.parse(instant);
}

/** Whether this is a real instant in the one form we use. Asked many times for each record: no date is made for it. */
export function isInstant(text: string): boolean {
  if (!pattern.test(text)) return false;
  return isDay(text) && digits(text, 11, 13) < 24 && digits(text, 14, 16) < 60 && digits(text, 17, 19) < 60;
}

/** Whether this is a day of the calendar, `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && isDay(text);
}

function isDay(text: string): boolean {
  const [year, month, day] = [digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10)];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) value = value * 10 + text.charCodeAt(at) - 48;
  return value;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
