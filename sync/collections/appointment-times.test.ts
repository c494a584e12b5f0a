import { describe, expect, it } from 'vitest';
import { endOf, instantsOf } from './appointment.ts';

describe('when a session is', () => {
  it('ends its minutes after it begins, over midnight and over a change of clocks too', () => {
    expect(endOf('2026-03-01T14:00:00.000Z', 50)).toBe('2026-03-01T14:50:00.000Z');
    expect(endOf('2026-03-01T23:30:00.000Z', 45)).toBe('2026-03-02T00:15:00.000Z');
  });

  it('begins at its local time in its zone, in winter and in summer', () => {
    const at = (local_start: string) => instantsOf({ local_start, zone: 'America/New_York', minutes: 50 });
    expect(at('2026-01-12T09:00')).toEqual({ start: '2026-01-12T14:00:00.000Z', end: '2026-01-12T14:50:00.000Z' });
    expect(at('2026-07-13T09:00')).toEqual({ start: '2026-07-13T13:00:00.000Z', end: '2026-07-13T13:50:00.000Z' });
  });

  it('is not known in a zone that this machine does not know', () => {
    expect(instantsOf({ local_start: '2026-01-12T09:00', zone: 'Mars/Olympus', minutes: 50 })).toBeNull();
  });
});
