import { expect, test } from 'vitest';
import * as v from 'valibot';
import { chartScope, classes, practiceScope } from '../../sync/collections/classes.ts';
import { appointment } from '../../sync/collections/appointment.ts';
import { call } from '../store/port.ts';
import { membershipOf } from '../testing/builders.ts';
import { begunOn, elm, moveTo, now, push, weekly } from '../testing/office-world.ts';
import { openServers } from '../testing/open-servers.ts';

const day = 86_400_000;
const { serverOf } = openServers();
const begun = async (count: number) => begunOn(await serverOf({ now }), count);

test('[CA-13] of a series what is to come follows its office; what is over keeps where it was, also where it is said once more', async () => {
  const { server, ann } = await begun(0);
  const { lines, idOf } = await weekly(server, ann, ['2026-11-30', '2026-12-07']);
  expect(await lines()).toEqual(['1 Elm St', '1 Elm St']);
  server.clock.pass(8 * day);
  const late = await server.signedIn('ann');
  await moveTo(late, '9 Oak St');
  await server.orchid.settle();
  expect(await lines()).toEqual(['1 Elm St', '9 Oak St']);
  await push(late, 'session_office.say', { appointment_id: idOf('2026-11-30'), office_location_id: 'elm' });
  expect(await lines()).toEqual(['1 Elm St', '9 Oak St']);
});

test('[CA-13] whoever took over a series says its office; what another device said of one alone stays, and what is taken back is that alone', async () => {
  const { server, ann } = await begun(0);
  const dates = ['2026-11-30', '2026-12-07', '2026-12-14'];
  const { series_id, idOf, lines } = await weekly(server, ann, dates);
  for (const id of ['oak', 'birch', 'bens'])
    await server.write({
      collection: 'office_location',
      id,
      scope: practiceScope('p1'),
      cls: classes.colleagues,
      body: {
        ...elm,
        office_address_line1: id,
        orchid_pro_user_id: id === 'bens' ? 'ben' : 'ann',
        modify_datetime: now,
      },
    });
  // One device says another office of the last alone, the other one, which has not heard of it, of all from the second on.
  await push(await server.signedIn('ann'), 'session_office.say', {
    appointment_id: idOf('2026-12-14'),
    office_location_id: 'oak',
  });
  const meant = { series_id, office_location_id: 'birch', from: '2026-12-07', over: 'elm' };
  const uid = 'birch'.padEnd(22, 'x');
  await push(ann, 'series_office.say', meant, { uid });
  expect(await lines()).toEqual(['1 Elm St', 'birch', 'oak']);
  await push(ann, 'series_office.say', { series_id, office_location_id: 'elm', undoes: uid });
  expect(await lines()).toEqual(['1 Elm St', '1 Elm St', 'oak']);
  await server.write(membershipOf(chartScope('c1'), 'ben', 'treating'));
  for (const date of dates.slice(1)) {
    const held = await server.store.read(() => call('getRecord', 'appointment', idOf(date)));
    const body = { ...v.parse(appointment.body, held?.body), clinician: 'ben', clinician_name: 'Dr. Ben' };
    await server.write({
      collection: 'appointment',
      id: idOf(date),
      scope: chartScope('c1'),
      cls: classes.scheduling,
      body,
    });
  }
  const ben = await server.signedIn('ben');
  await push(ben, 'series_office.say', { series_id, office_location_id: 'bens', from: '2026-12-07', over: 'elm' });
  expect(await lines()).toEqual(['1 Elm St', 'bens', 'oak']);
});
