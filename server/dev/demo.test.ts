import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import type { Appointment } from '../../sync/collections/appointment.ts';
import { noteIdOf, occurrenceIdOf } from '../../sync/collections/appointment.ts';
import type { Note } from '../../sync/collections/note-body.ts';
import { registry } from '../../sync/collections/index.ts';
import * as v from 'valibot';
import { TestServer } from '../testing/test-server.ts';
import { idOfScope } from '../../sync/collections/classes.ts';
import { givenNames, nicknames } from './names.ts';
import { generatePractice, practiceSizes } from './generate-practice.ts';
import type { GeneratedPractice } from './practice-types.ts';
import { seedPractice } from './seed.ts';

const anchor = '2026-11-20T19:20:00.000Z';
const countOf = (practice: GeneratedPractice, collection: string): number =>
  practice.records.filter((record) => record.collection === collection).length;

describe('demo practice', () => {
  const whole = generatePractice({ seed: 3, anchor, size: practiceSizes.demo });
  // Without what is made up for somebody's first week.
  const madeUp = whole.records.filter(({ body }) => 'sample' in (body as object));
  const demo = { ...whole, records: whole.records.filter((record) => !madeUp.includes(record)) };

  test('is the same for the same seed and anchor', () => {
    expect(generatePractice({ seed: 3, anchor, size: practiceSizes.demo })).toEqual(whole);
  });

  test('[IV-1] one client is invited and has not come yet, another one has', () => {
    const invites = demo.records.filter((row) => row.collection === 'chart_invite');
    const bodies = invites.map(({ body }) => body as { state: string; person_id: string; joined_as?: string });
    expect(bodies.map(({ state }) => state)).toEqual(['member', 'open']);
    const people = new Map(demo.records.filter((row) => row.collection === 'chart_person').map((row) => [row.id, row]));
    const accounts = bodies.map(
      ({ person_id }) => (people.get(person_id)?.body as { cognito_sub?: string } | undefined)?.cognito_sub,
    );
    expect(accounts).toEqual([bodies[0]?.joined_as, undefined]);
  });

  test('names are whole, couples are two people, and who is not active has no session to come', () => {
    const bodies = new Map(demo.records.filter((row) => row.collection === 'chart').map((row) => [row.id, row.body]));
    const chartOf = (id: string) =>
      v.parse(v.object({ patient_type: v.string(), client_status: v.string() }), bodies.get(id));
    const known = new Set<string>([...givenNames, ...Object.values(nicknames), 'Rosa']);
    let couples = 0;
    const began = new Map<string, string>();
    for (const row of demo.records) {
      const { role, from } = row.body as { role?: string; from?: string };
      if (row.collection === 'membership' && role === 'treating' && from) began.set(row.scope, from);
    }
    for (const row of demo.records) {
      if (row.collection === 'client_card') {
        const card = row.body as { first_name: string; preferred_first_name?: string };
        const people = card.first_name.split(' and ');
        expect(people).toHaveLength(chartOf(row.id).patient_type === 'couple' ? 2 : 1);
        expect([...people, card.preferred_first_name ?? 'Rosa'].filter((name) => !known.has(name))).toEqual([]);
        if (people.length === 2) couples += 1;
      }
      if (row.collection === 'appointment') {
        const session = row.body as Appointment;
        const chart = chartOf(idOfScope(row.scope));
        expect(session.appointment_type_label === 'Couple session').toBe(chart.patient_type === 'couple');
        expect(session.start > (began.get(row.scope) ?? '~')).toBe(true);
        if (session.start > anchor) expect(chart.client_status).toBe('active');
      }
    }
    expect(couples).toBeGreaterThan(0);
  });

  test('the people of a chart are as many as its card names; of the couples some share a last name and some do not', () => {
    const people = new Map<string, { first_name: string; last_name: string }[]>();
    for (const { collection, body } of demo.records) {
      if (collection !== 'chart_person') continue;
      const person = v.parse(v.object({ chart_id: v.string(), first_name: v.string(), last_name: v.string() }), body);
      people.set(person.chart_id, [...(people.get(person.chart_id) ?? []), person]);
    }
    for (const { id, collection, body } of demo.records) {
      if (collection !== 'client_card') continue;
      const named = people
        .get(id)
        ?.map(({ first_name }) => first_name)
        .join(' and ');
      expect(named).toBe((body as { first_name: string }).first_name);
    }
    const couples = [...people.values()].filter((both) => both.length === 2);
    const shared = couples.filter((both) => new Set(both.map(({ last_name }) => last_name)).size === 1);
    expect(shared.length).toBeGreaterThan(0);
    expect(shared.length).toBeLessThan(couples.length);
  });

  test('each clinician has a cancelled session whose time another client has taken, days ahead', () => {
    const sessions = demo.records
      .filter((row) => row.collection === 'appointment')
      .map((row) => ({ scope: row.scope, body: row.body as Appointment }));
    const taken = sessions.filter(
      ({ scope, body }) =>
        body.status === 'cancelled_patient' &&
        sessions.some(
          (other) =>
            other.scope !== scope &&
            other.body.status === 'booked' &&
            other.body.clinician === body.clinician &&
            other.body.start === body.start,
        ),
    );
    expect(new Set(taken.map(({ body }) => body.clinician)).size).toBe(2);
    expect(taken.filter(({ body }) => Date.parse(body.start) < Date.parse(anchor) + 7 * 86_400_000)).toEqual([]);
  });

  test('[CA-9] one client comes every week at one time, in an hour that nobody else has, and not within the next days', () => {
    const [series] = demo.records.filter((row) => row.collection === 'appointment_series');
    const all = demo.records
      .filter((row) => row.collection === 'appointment')
      .map(({ id, body }) => ({ id, body: body as Appointment }));
    const own = all.filter(({ body }) => body.series?.id === series?.id);
    expect(own).toHaveLength(10);
    expect(
      own.map(({ id, body }) => id === occurrenceIdOf(body.series?.id ?? '', body.series?.date ?? '')),
    ).not.toContain(false);
    expect(
      new Set(own.map(({ body }) => `${new Date(body.local_start).getUTCDay()} ${body.local_start.slice(11)}`)).size,
    ).toBe(1);
    const [first] = own;
    expect(Date.parse(first?.body.start ?? '')).toBeGreaterThan(Date.parse(anchor) + 9 * 86_400_000);
    for (const { body } of own) {
      const beside = all.filter(
        (one) => one.body.clinician === body.clinician && one.body.start < body.end && body.start < one.body.end,
      );
      expect(beside).toHaveLength(1);
    }
  });

  test.each(['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28', '2026-11-29'])(
    'the series lies on a working day, looked at on %s',
    (date) => {
      const { records } = generatePractice({ seed: 3, anchor: `${date}T15:00:00.000Z`, size: practiceSizes.demo });
      const series = records.find((row) => row.collection === 'appointment_series')?.body as { readonly first: string };
      expect([1, 2, 3, 4, 5]).toContain(new Date(`${series.first}T12:00:00.000Z`).getUTCDay());
    },
  );

  test('every record fits its collection', () => {
    for (const record of demo.records) {
      const collection = registry.collections.get(record.collection);
      expect(() => v.parse(collection?.body ?? v.never(), record.body)).not.toThrow();
    }
  });

  test('has 60 clients of two clinicians, two more who treat nobody yet, and notes of 150 to 400 words, no two alike', () => {
    expect(countOf(demo, 'client_card')).toBe(60);
    const held = demo.records.filter((row) => row.collection === 'appointment').map((row) => row.body as Appointment);
    expect(new Set(held.map(({ clinician }) => clinician)).size).toBe(2);
    expect(countOf(demo, 'professional')).toBe(4);
    const notes = demo.records.filter((record) => record.collection === 'note').map((record) => record.body as Note);
    const texts = notes.map(({ answers }) =>
      Object.values(answers)
        .filter((answer) => typeof answer === 'string')
        .join(' '),
    );
    expect(new Set(texts).size).toBe(texts.length);
    const lengths = texts.map((text) => text.split(/\s+/).length);
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(150);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(400);
    expect(notes.some((note) => note.signed === undefined)).toBe(true);
  });

  test.each([
    [anchor, 'demo'],
    ['2026-11-21T04:10:00.000Z', 'demo'],
    ['2026-11-21T09:30:00.000Z', 'lately'],
    ['2026-11-22T23:00:00.000Z', 'lately'],
    ['2026-11-23T22:30:00.000Z', 'demo'],
  ] as const)(
    'at %s, for tests (%s), the first clinician has two sessions to write up and one that is on or next',
    (now, size) => {
      const practice = generatePractice({ seed: 3, anchor: now, size: practiceSizes[size], day: 'now' });
      const pro = practice.accounts[0]?.sub;
      const noted = new Set(practice.records.filter((row) => row.collection === 'note').map((row) => row.id));
      const near = practice.records
        .filter((row) => row.collection === 'appointment')
        .map((row) => ({ id: row.id, body: row.body as Appointment }))
        .filter(({ body }) => body.clinician === pro)
        .filter(({ body }) => Math.abs(Date.parse(body.start) - Date.parse(now)) < 6 * 3_600_000);
      const ended = near.filter(({ id, body }) => body.end <= now && !noted.has(noteIdOf(id)));
      expect(ended.length).toBeGreaterThanOrEqual(2);
      const open = practice.records
        .filter((row) => row.collection === 'appointment' && !noted.has(noteIdOf(row.id)))
        .map((row) => row.body as Appointment)
        .filter(
          ({ clinician, status, end, start }) =>
            clinician === pro && status === 'booked' && end <= now && isRecent(start, now),
        );
      expect(open.length).toBeGreaterThan(4);
      expect(near.some(({ body }) => body.end > now && body.status === 'booked')).toBe(true);
    },
  );

  test.each([anchor, '2026-11-21T04:10:00.000Z', '2026-11-21T09:30:00.000Z', '2026-11-22T23:00:00.000Z'])(
    'at %s every session lies in working hours, today as on any other day, and something is to be written up',
    (now) => {
      const { accounts, records } = generatePractice({ seed: 3, anchor: now, size: practiceSizes.demo });
      const sessions = records.filter((row) => row.collection === 'appointment').map((row) => row.body as Appointment);
      const hours = sessions.map((session) => session.local_start.slice(11));
      expect(hours.filter((hour) => hour < '09:00' || hour > '18:00')).toEqual([]);
      const today = Temporal.Instant.from(now).toZonedDateTimeISO('America/New_York').toPlainDate().toString();
      expect(sessions.filter((session) => session.local_start.startsWith(today)).length).toBeGreaterThanOrEqual(4);
      const noted = new Set(records.filter((row) => row.collection === 'note').map((row) => row.id));
      const owed = records.filter((row) => {
        const session = row.body as Appointment;
        if (row.collection !== 'appointment' || session.status !== 'booked' || session.end > now) return false;
        return session.clinician === accounts[0]?.sub && !noted.has(noteIdOf(row.id));
      });
      expect(owed.length).toBeGreaterThanOrEqual(2);
    },
  );

  test('seeded, a first sync brings it whole and its sums agree; the member sees own sessions and no note', async () => {
    const server = await TestServer.create();
    const small = { ...practiceSizes.demo, clients: 8, monthsBack: 1, monthsAhead: 1, messages: 20 };
    const practice = generatePractice({ seed: 3, anchor, size: small });
    const { store, clock, random, passwords, registry } = server;
    const { default: sodium } = await import('libsodium-wrappers');
    await seedPractice({ store, clock, random, sodium, passwords, registry }, practice, 'Orchid-demo-26!');
    const pro = server.device();
    await pro.signIn('clinician@demo.test', 'Orchid-demo-26!');
    expect((await pro.pullAll()).sums).toEqual(pro.sums());
    expect(pro.all('note').length).toBeGreaterThan(10);
    const member = server.device();
    await member.signIn('member@demo.test', 'Orchid-demo-26!');
    expect((await member.pullAll()).sums).toEqual(member.sums());
    expect(member.all('appointment').length).toBeGreaterThan(0);
    expect(member.all('note')).toHaveLength(0);
    expect(member.all('chart')).toHaveLength(0);
    const newcomer = server.device();
    await newcomer.signIn('newcomer@demo.test', 'Orchid-demo-26!');
    expect((await newcomer.pullAll()).sums).toEqual(newcomer.sums());
    expect(newcomer.all('account')).toHaveLength(1);
    expect(newcomer.all('appointment')).toHaveLength(0);
    const started = server.device();
    await started.signIn('firstweek@demo.test', 'Orchid-demo-26!');
    expect((await started.pullAll()).sums).toEqual(started.sums());
    expect(['chart', 'appointment', 'note'].map((name) => started.all(name).length)).toEqual([1, 3, 2]);
    await server.close();
  });

  test('the five-year practice has its exact counts', () => {
    const solo = generatePractice({ seed: 5, anchor, size: practiceSizes.solo5y });
    expect(['appointment', 'client_card', 'note', 'assessment', 'message'].map((name) => countOf(solo, name))).toEqual([
      5760, 375, 4900, 4900, 22_500,
    ]);
  });
});

function isRecent(start: string, now: string): boolean {
  return Date.parse(now) - Date.parse(start) < 7 * 86_400_000;
}
