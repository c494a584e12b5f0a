import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { fromInstant, toInstant } from '../core/instant.ts';
import { instantOf } from '../core/wall-clock.ts';
import { seededRandom } from '../testing/builders.ts';
import { calendarEntries, type ShownSeries, type ShownSession } from './calendar-entries.ts';
import { calendarFile, type CalendarEntry } from './calendar-file.ts';
import { occurrenceDates, type RepeatRule } from './recurrence.ts';
import { dateAfter, plannedTimeOf } from './series-plan.ts';

const now = '2026-11-24T14:00:00.000Z';
const entryOf = (change: Partial<CalendarEntry> = {}): CalendarEntry => ({
  uid: 'one@orchid',
  local_start: '2026-12-01T09:00',
  zone: 'America/New_York',
  minutes: 50,
  title: 'Busy',
  changed: '2026-11-20T09:00:00.000Z',
  sequence: 1,
  ...change,
});

/** What an independent reader makes of a file: each beginning as an instant, with its end and title. */
function read(file: string): readonly string[] {
  const calendar = new ICAL.Component(ICAL.parse(file) as never);
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  const found = calendar.getAllSubcomponents('vevent').flatMap((component) => {
    const event = new ICAL.Event(component);
    const said = (time: ICAL.Time) =>
      `${toInstant(time.toJSDate().getTime())} ${event.duration.toSeconds() / 60} ${event.summary}`;
    if (!event.isRecurring()) return [said(event.startDate)];
    const all: string[] = [];
    const each = event.iterator();
    for (let next = each.next(); next; next = each.next()) all.push(said(next));
    return all;
  });
  ICAL.TimezoneService.reset();
  return found.toSorted();
}

describe('a calendar for another program', () => {
  it('is read by an independent reader as it was meant, in its zone, whatever stands in the title', () => {
    const title = `Busy; „ü, n\\o“\n${'long '.repeat(40)}🌱`;
    const file = calendarFile('Orchid, work', [entryOf({ title })], now);
    expect(read(file)).toEqual([`2026-12-01T14:00:00.000Z 50 ${title}`]);
    expect(file).toContain('DTSTART;TZID=America/New_York:20261201T090000\r\n');
    for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(file).toContain('X-WR-CALNAME:Orchid\\, work\r\n');
  });

  it('says who has not said yes, and how often it was changed', () => {
    const file = calendarFile('Orchid', [entryOf({ isTentative: true, sequence: 4 })], now);
    expect(file).toMatch(/SEQUENCE:4\r\n[^]*STATUS:TENTATIVE\r\n/);
    expect(calendarFile('Orchid', [entryOf()], now)).toContain('STATUS:CONFIRMED\r\n');
    expect(read(calendarFile('Orchid', [], now))).toEqual([]);
  });

  it.each([
    ['America/New_York', '2027-03-14T02:30', '2027-03-14T07:30:00.000Z'],
    ['America/New_York', '2027-11-07T01:30', '2027-11-07T05:30:00.000Z'],
    ['Australia/Lord_Howe', '2027-04-04T01:45', '2027-04-03T14:45:00.000Z'],
  ])('[D-22] in %s at %s, which clocks do not show once: the moment that we mean', (zone, local_start, start) => {
    expect(read(calendarFile('Orchid', [entryOf({ zone, local_start })], now))).toEqual([`${start} 50 Busy`]);
  });
});

const zones = [
  'America/New_York',
  'Europe/Berlin',
  'America/Santiago',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'UTC',
];
const uidOf = (name: string): string => `${name}@orchid`;

describe('[CA-9] a series in a calendar elsewhere', () => {
  const weekly: RepeatRule = { unit: 'week', every: 1, ends: { kind: 'count', count: 6 } };
  const seriesOf = (rule: RepeatRule, zone: string, time = '09:00', first = '2027-03-01'): ShownSeries => ({
    id: 's1',
    first,
    rule,
    plan: [{ from: first, days: 0, time, zone, minutes: 50, facts: {} }],
  });
  const sessionsOf = ({ id, first, rule, plan }: ShownSeries): readonly ShownSession[] =>
    occurrenceDates(first, rule ?? weekly).map((date) => ({
      id: `appointment.${id}.${date}`,
      ...plannedTimeOf(plan, date),
      changed: now,
      version: 1,
      isTentative: false,
      title: 'Busy',
      series: { id, date },
    }));

  it('repeats as one entry; what is missing, moved or waits for a yes does not', () => {
    const series = seriesOf(weekly, 'America/New_York');
    const all = sessionsOf(series);
    const [whole] = calendarEntries(all, [series], { uidOf, now });
    expect(whole).toMatchObject({ uid: 's1.2027-03-01@orchid', repeats: { rule: 'FREQ=WEEKLY;COUNT=6', except: [] } });
    const changed = all
      .filter((_, at) => at !== 1)
      .map((one, at) =>
        at === 2 ? { ...one, local_start: '2027-03-23T11:00' } : at === 3 ? { ...one, isTentative: true } : one,
      );
    const entries = calendarEntries(changed, [series], { uidOf, now });
    expect(entries).toHaveLength(3);
    expect(entries[0]?.repeats).toEqual({
      rule: 'FREQ=WEEKLY;COUNT=6',
      except: ['2027-03-08T09:00', '2027-03-22T09:00', '2027-03-29T09:00'],
    });
  });

  it('one that lies elsewhere in any way stands by itself, and tells itself newer than what it takes the place of', () => {
    const series = seriesOf(weekly, 'America/New_York');
    const all = sessionsOf(series);
    for (const change of [
      { zone: 'America/Los_Angeles' },
      { minutes: 80 },
      { title: 'Busy A. B.' },
      { local_start: '2027-03-15T09:30' },
    ]) {
      const sessions = all.map((one, at) => (at === 2 ? { ...one, ...change } : one));
      const entries = calendarEntries(sessions, [series], { uidOf, now });
      expect(entries, JSON.stringify(change)).toHaveLength(2);
      expect(entries.find(({ repeats }) => repeats)?.repeats?.except).toEqual(['2027-03-15T09:00']);
      expect(entries.find(({ repeats }) => !repeats)).toMatchObject(change);
    }
    const [before] = calendarEntries(all, [series], { uidOf, now });
    const [after] = calendarEntries(all.slice(0, 4), [series], { uidOf, now: '2026-11-24T15:00:00.000Z' });
    expect(after?.sequence).toBeGreaterThan(before?.sequence ?? 0);
  });

  it('is read by an independent reader as it stands, in six zones, over changes of clocks, at whatever was changed of it', () => {
    const random = seededRandom(16);
    let repeating = 0;
    for (let round = 0; round < 300; round += 1) {
      const zone = zones[random.below(zones.length)] ?? 'UTC';
      const first = dateAfter('2026-12-01', random.below(400));
      const unit = random.chance(0.7) ? ('week' as const) : ('month' as const);
      const rule: RepeatRule = {
        unit,
        every: 1 + random.below(3),
        ...(unit === 'month' ? { by: random.chance(0.5) ? ('day' as const) : ('weekday' as const) } : {}),
        ends: random.chance(0.3) ? { kind: 'open' } : { kind: 'count', count: 3 + random.below(30) },
      };
      const time = `${String(random.chance(0.5) ? random.below(4) : random.below(24)).padStart(2, '0')}:${random.chance(0.5) ? '30' : '00'}`;
      const begun = seriesOf(rule, zone, time, first);
      const at = dateAfter(first, 40 + random.below(60));
      const moved = { from: at, days: random.below(3) - 1, time: '10:15', zone, minutes: 45, facts: {} };
      const series = random.chance(0.4) ? { ...begun, plan: [...begun.plan, moved] } : begun;
      const sessions = sessionsOf(series).flatMap((one): readonly ShownSession[] => {
        if (random.chance(0.1)) return [];
        if (random.chance(0.1)) return [{ ...one, local_start: `${dateAfter(one.local_start.slice(0, 10), 1)}T12:00` }];
        return [one];
      });
      const entries = calendarEntries(sessions, [series], { uidOf, now });
      repeating += entries.filter(({ repeats }) => repeats).length;
      const meant = sessions.map(({ local_start, zone: of, minutes }) => {
        const start = instantOf(local_start, of) ?? '';
        return `${toInstant(fromInstant(start))} ${minutes} Busy`;
      });
      expect(read(calendarFile('Orchid', entries, now)), JSON.stringify({ zone, first, rule, time })).toEqual(
        meant.toSorted(),
      );
      expect(new Set(entries.map(({ uid }) => uid)).size).toBe(entries.length);
    }
    expect(repeating).toBeGreaterThan(200);
  });
});
