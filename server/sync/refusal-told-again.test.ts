import { expect, test } from 'vitest';
import { professionalOf, smallPractice } from '../testing/builders.ts';
import { openServers } from '../testing/open-servers.ts';

const { serverOf } = openServers();

const booking = (id: string) => ({
  name: 'appointment.book',
  args: {
    chart_id: 'c1',
    clinician: 'ann',
    appointment_type_label: 'Individual session',
    local_start: '2026-11-27T10:00',
    zone: 'UTC',
    minutes: 50,
    start: '2026-11-27T10:00:00.000Z',
    place: 'office_location',
  },
  ids: [id],
  uid: `uid-${id}`,
});

test('[PU-8] a refusal that is told again, to the same device under another client id, says what it said beside its code', async () => {
  const server = await serverOf({ now: '2026-11-24T14:00:00.000Z' });
  await server.addAccount('ann');
  await server.write(...smallPractice(), professionalOf('ann', 'Dr. Ann'));
  const ann = await server.signedIn('ann');
  const refused = { outcome: 'rejected', code: 'conflicting_session' };
  const detail = { taken: [{ start: '2026-11-27T10:00:00.000Z' }] };
  const first = await ann.push([ann.seal(booking('x')), ann.seal(booking('y'))]);
  expect(first).toMatchObject({ results: [{ outcome: 'applied' }, { ...refused, detail }] });
  ann.clientId = 'client-two';
  ann.lastId = 0;
  await ann.registerKey();
  const again = await ann.push([ann.seal(booking('y'))]);
  expect(again).toMatchObject({ results: [{ id: 1, ...refused, detail }] });
});
