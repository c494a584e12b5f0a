import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { chartScope } from '../../sync/collections/classes.ts';
import type { Json } from '../../sync/core/record.ts';
import type { Mail, Mailer } from '../mail/mailer.ts';
import { appointmentOf, membershipOf, professionalOf, smallPractice } from '../testing/builders.ts';
import { call } from '../store/port.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { TestServer } from '../testing/test-server.ts';

const sent: Mail[] = [];
const mailer: Mailer = { leaves: true, send: async (mail) => void sent.push(mail) };
let server: TestServer;
let ann: TestDevice;
beforeEach(async () => {
  sent.length = 0;
  server = await TestServer.create({ mailer, now: '2026-11-24T14:00:00.000Z' });
  await server.addAccount('ann', 'orchid_pro');
  await server.addAccount('mia', 'member');
  await server.write(
    ...smallPractice(),
    professionalOf('ann', 'Dr. Ann'),
    membershipOf(chartScope('c1'), 'mia', 'client'),
    at('a2', '2026-11-25T09:00'),
    at('a3', '2026-11-26T09:00'),
  );
  ann = await server.signedIn('ann');
  // Mails of other matters, as of a new device.
  await server.orchid.settle();
  sent.length = 0;
});
afterEach(() => server.close());

const at = (id: string, local_start: string) =>
  appointmentOf('c1', id, {
    clinician: 'ann',
    local_start,
    zone: 'UTC',
    start: `${local_start}:00.000Z`,
    end: `${local_start.slice(0, 13)}:50:00.000Z`,
  });
const change = async (name: string, args: Json, device = ann) => {
  const answer = await device.push([device.seal({ name, args })]);
  expect(answer).toMatchObject({ kind: 'ok', results: [{ outcome: 'applied' }] });
};
const moveTo = (local_start: string, id = 'a2') =>
  change('appointment.edit', { appointment_id: id, local_start, zone: 'UTC', start: `${local_start}:00.000Z` });
const pass = async (minutes: number) => {
  server.clock.pass(minutes * 60_000);
  await server.orchid.settle();
};

describe('[TS-1] a client is told of a change of their sessions', () => {
  test('after three minutes, without a word of when, with whom or what for', async () => {
    await moveTo('2026-11-25T11:00');
    await pass(2);
    expect(sent).toEqual([]);
    await pass(2);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ to: 'mia@test.invalid', subject: 'Something has changed in Orchid' });
    expect(`${sent[0]?.text}${sent[0]?.html}`).not.toMatch(/Ann|11:00|25|Individual|session/i);
    await pass(60);
    expect(sent).toHaveLength(1);
  });

  test('also where what was to come was put into the past: they would come in vain', async () => {
    await moveTo('2026-11-24T10:00');
    await pass(4);
    expect(sent).toHaveLength(1);
  });

  test('not where it was undone meanwhile, whichever way', async () => {
    await moveTo('2026-11-25T11:00');
    await pass(1);
    await moveTo('2026-11-25T12:00');
    await moveTo('2026-11-25T09:00');
    await change('appointment.cancel', { appointment_id: 'a3' });
    await change('appointment.restore', { appointment_id: 'a3' });
    await pass(10);
    expect(sent).toEqual([]);
    // What comes later is told by itself.
    ann = await server.signedIn('ann');
    await server.orchid.settle();
    sent.length = 0;
    await change('appointment.cancel', { appointment_id: 'a3' });
    await pass(4);
    expect(sent).toHaveLength(1);
  });

  test('once for all of a chart: a series of sessions is one mail', async () => {
    const dates = ['2026-12-01', '2026-12-08', '2026-12-15'];
    await change('appointment_series.book', {
      chart_id: 'c1',
      clinician: 'ann',
      appointment_type_label: 'Talk',
      place: 'telehealth',
      local_start: `${dates[0]}T09:00`,
      zone: 'UTC',
      minutes: 50,
      sessions: dates.map((date) => ({ date })),
    });
    await change('appointment.cancel', { appointment_id: 'a2' });
    await pass(4);
    expect(sent).toHaveLength(1);
  });

  test('of a series that is booked, and of one that is cancelled, though more than sessions is changed', async () => {
    await change('appointment_series.book', {
      chart_id: 'c1',
      clinician: 'ann',
      appointment_type_label: 'Talk',
      place: 'telehealth',
      local_start: '2026-12-01T09:00',
      zone: 'UTC',
      minutes: 50,
      sessions: [{ date: '2026-12-01' }, { date: '2026-12-08' }],
    });
    await pass(4);
    expect(sent).toHaveLength(1);
    await ann.pullAll();
    const first = ann.all('appointment').find(({ i }) => i.endsWith('2026-12-01'));
    await change('appointment_series.cancel', { appointment_id: first?.i ?? '', reach: 'all' });
    await pass(4);
    expect(sent).toHaveLength(2);
  });

  test('not of what they did themselves, nor of what is past, nor of what was planned otherwise at the same time', async () => {
    const mia = await server.signedIn('mia');
    await server.orchid.settle();
    sent.length = 0;
    await change('appointment.cancel', { appointment_id: 'a2' }, mia);
    await change('appointment.edit', { appointment_id: 'a3', place: 'outside' });
    await change('appointment.cancel', { appointment_id: 'a1' });
    await pass(4);
    expect(sent).toEqual([]);
  });

  test('each of them by itself: what one of two did last is told to the other alone', async () => {
    await server.addAccount('gus', 'member');
    await server.write(membershipOf(chartScope('c1'), 'gus', 'guardian'));
    const [mia, gus] = [await server.signedIn('mia'), await server.signedIn('gus')];
    await server.orchid.settle();
    sent.length = 0;
    await change('appointment.cancel', { appointment_id: 'a2' }, gus);
    await pass(1);
    await moveTo('2026-11-26T11:00', 'a3');
    await pass(4);
    expect(sent.map(({ to }) => to).toSorted()).toEqual(['gus@test.invalid', 'mia@test.invalid']);
    sent.length = 0;
    // Moved by her clinician, and cancelled by herself before she was told.
    await moveTo('2026-11-26T12:00', 'a3');
    await change('appointment.cancel', { appointment_id: 'a3' }, mia);
    await pass(4);
    expect(sent.map(({ to }) => to)).toEqual(['gus@test.invalid']);
  });

  test('of what comes after a change that was undone, as of any other', async () => {
    const mia = await server.signedIn('mia');
    await moveTo('2026-11-25T11:00');
    await moveTo('2026-11-25T09:00');
    await pass(4);
    await change('appointment.cancel', { appointment_id: 'a2' }, mia);
    await pass(4);
    await server.orchid.settle();
    sent.length = 0;
    await change('appointment.restore', { appointment_id: 'a2', agreed: true });
    await pass(4);
    expect(sent).toHaveLength(1);
  });

  test('not who has lost sight of them meanwhile', async () => {
    await moveTo('2026-11-25T11:00');
    await server.write(membershipOf(chartScope('c1'), 'mia', 'client', { ended: '2026-11-24T13:00:00.000Z' }));
    await pass(4);
    expect(sent).toEqual([]);
  });

  test('where no mail leaves, nothing waits', async () => {
    const quiet = await TestServer.create({ now: '2026-11-24T14:00:00.000Z' });
    await quiet.addAccount('ann', 'orchid_pro');
    await quiet.write(
      ...smallPractice(),
      membershipOf(chartScope('c1'), 'mia', 'client'),
      at('a2', '2026-11-25T09:00'),
    );
    await change('appointment.cancel', { appointment_id: 'a2' }, await quiet.signedIn('ann'));
    expect(await quiet.store.read(() => call('toldIn', 'chart:c1'))).toEqual([]);
    await quiet.close();
  });
});
