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

/** Whether this is a real instant in the one form we use. */
export function isInstant(text: string): boolean {
  return pattern.test(text) && Number.isFinite(Date.parse(text)) && new Date(Date.parse(text)).toISOString() === text;
}
