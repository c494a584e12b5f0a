import * as v from 'valibot';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { classes, practiceScope } from '../../sync/collections/classes.ts';
import { professionalOf, smallPractice } from '../testing/builders.ts';
import { TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await TestServer.create({ now: '2026-11-24T14:00:00.000Z' });
  await server.addAccount('ann');
  const body = { name: 'Orchard', zone: 'America/New_York' };
  const home = { collection: 'practice', id: 'p1', scope: practiceScope('p1'), cls: classes.colleagues, body };
  await server.write(...smallPractice(), professionalOf('ann', 'Ann'), home);
});
afterEach(() => server.close());

test('[FD-2] of several series each repeats by its own rule', async () => {
  const ann = await server.signedIn('ann');
  const at = (start: string) => ({
    appointment_start: `${start}:00.000Z`,
    appointment_end: `${start.slice(0, 13)}:50:00.000Z`,
  });
  for (const dates of [
    ['2027-01-05T14:00', '2027-01-12T14:00', '2027-01-19T14:00'],
    ['2027-01-07T15:00', '2027-01-21T15:00', '2027-02-04T15:00', '2027-02-18T15:00'],
  ]) {
    const weeks = dates.length === 3 ? 'FREQ=WEEKLY;COUNT=3' : 'FREQ=WEEKLY;INTERVAL=2;COUNT=4';
    const asked = { appointment_type_label: 'Talk', patient_user_id: 'c1', repeat_rule: weeks };
    const body = { ...asked, appointments: dates.map((date) => at(date)) };
    expect((await ann.call('POST', '/api/scheduler/v1/appointment/series/', body)).status).toBe(201);
  }
  const asked = { initials: false, password: server.keys.get('ann')?.auth ?? '' };
  const made = await ann.call('POST', '/api/scheduler/v1/calendar_feed', asked);
  const { path } = v.parse(v.object({ path: v.string() }), await made.json());
  const file = await (await server.device().call('GET', path)).text();
  const rules = file.split(/\r?\n/).filter((line) => line.startsWith('RRULE:'));
  expect(rules).toHaveLength(2);
  expect(rules.filter((rule) => rule.includes('INTERVAL=2'))).toHaveLength(1);
});
