import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { chartScope } from '../../sync/collections/classes.ts';
import { appointmentOf, cardOf, chartOf, editOf, membershipOf, smallPractice } from '../testing/builders.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { TestServer } from '../testing/test-server.ts';

let server: TestServer;
let ann: TestDevice;
let ben: TestDevice;
let max: TestDevice;

beforeEach(async () => {
  server = await TestServer.create();
  for (const sub of ['ann', 'ben']) await server.addAccount(sub);
  await server.addAccount('max', 'member');
  await server.write(...smallPractice(), membershipOf(chartScope('c1'), 'max', 'client'));
  ann = await server.signedIn('ann');
  ben = await server.signedIn('ben');
  max = await server.signedIn('max');
});
afterEach(() => server.close());

const get = async (device: TestDevice, path: string): Promise<Record<string, unknown>> => {
  const response = await device.call('GET', path);
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>;
};
const countOf = async (device: TestDevice, path: string, list: string): Promise<number> =>
  ((await get(device, path))[list] as unknown[]).length;

describe('patient_chart', () => {
  const path = '/api/users/v1/patient_chart/';

  test('[C-595] lists the charts that the caller treats, and nobody else’s', async () => {
    expect(await get(ann, path)).toMatchObject({
      entries: [{ patient_chart_id: 'c1', patient_type: 'individual', client_status: 'active', first_name: 'Ada' }],
      total: 1,
    });
    expect(await countOf(ben, path, 'entries')).toBe(0);
    expect((await max.call('GET', path)).status).toBe(404);
  });

  test('[SD-2] a chart of the sample practice that was put away stands in no list, and hides none', async () => {
    for (const id of ['c0', 'c3']) {
      const card = cardOf(id);
      await server.write(membershipOf(chartScope(id), 'ann', 'treating'), chartOf(id), {
        ...card,
        body: { ...(card.body as object), sample: 'removed' },
      });
    }
    await server.write(membershipOf(chartScope('c4'), 'ann', 'treating'), chartOf('c4'), cardOf('c4'));
    const { entries } = await get(ann, path);
    expect(entries).toMatchObject([{ patient_chart_id: 'c1' }, { patient_chart_id: 'c4' }]);
  });

  test('[S-346, S-347, S-348] search, skip, limit and repeated client_status', async () => {
    for (let index = 0; index < 105; index += 1) {
      const id = `x${index}`;
      const body = { ...(chartOf(id).body as object), client_status: index === 0 ? 'waitlist' : 'inactive' };
      await server.write(
        membershipOf(chartScope(id), 'ann', 'treating'),
        { ...chartOf(id), body },
        cardOf(id, index === 1 ? 'Zoë' : 'Bo'),
      );
    }
    expect(await countOf(ann, path, 'entries')).toBe(100);
    expect(await countOf(ann, `${path}?skip=100`, 'entries')).toBe(6);
    expect(await countOf(ann, `${path}?limit=3`, 'entries')).toBe(3);
    expect(await countOf(ann, `${path}?search=zoë%20test`, 'entries')).toBe(1);
    expect(await countOf(ann, `${path}?client_status=active&client_status=waitlist`, 'entries')).toBe(2);
    expect(await countOf(ann, `${path}?patient_type=couple`, 'entries')).toBe(0);
    expect((await ann.call('GET', `${path}?client_status=CANARY`)).status).toBe(422);
  });
});

describe('appointments_v2', () => {
  const path = '/api/scheduler/v1/snapshot/appointments_v2';

  test('[S-333, S-138] both roles see the session with its keys, a colleague does not', async () => {
    for (const device of [ann, max]) {
      expect(await get(device, path)).toMatchObject({
        appointments: [
          {
            appointment_id: 'a1',
            appointment_start: '2026-11-20T13:00:00.000Z',
            status: 'booked',
            status_flags: { cancelled: false },
            patient_user_id: 'c1',
          },
        ],
      });
    }
    expect(await countOf(ben, path, 'appointments')).toBe(0);
  });

  test('[S-334, S-335, S-336, S-338, S-399] pages of ten, dates, client and cancelled', async () => {
    for (let index = 0; index < 14; index += 1) {
      const start = `2026-10-${String(index + 10)}T13:00:00.000Z`;
      const end = `2026-10-${String(index + 10)}T13:50:00.000Z`;
      const status = index === 0 ? 'cancelled_patient' : 'booked';
      await server.write(appointmentOf('c1', `b${index}`, { start, end, status }));
    }
    expect(await countOf(ann, path, 'appointments')).toBe(10);
    expect(await countOf(ann, `${path}?skip=10`, 'appointments')).toBe(5);
    expect(await countOf(ann, `${path}?oldest_datetime=2026-11-01T00:00:00.000Z`, 'appointments')).toBe(1);
    expect(await countOf(ann, `${path}?newest_datetime=2026-10-11T13:00:00.000Z`, 'appointments')).toBe(2);
    expect(await countOf(ann, `${path}?appointment_is_cancelled_or_abandoned=true`, 'appointments')).toBe(1);
    expect(await countOf(ann, `${path}?patient_user_id=c1&limit=50`, 'appointments')).toBe(15);
    expect(await countOf(ann, `${path}?patient_user_id=other`, 'appointments')).toBe(0);
  });

  test('[S-337] those that may have been missed: over, without a note and a word; told to those alone who read notes', async () => {
    const of = (id: string, change: object = {}, at = '2026-10-10') =>
      appointmentOf('c1', id, { start: `${at}T13:00:00.000Z`, end: `${at}T13:50:00.000Z`, ...change });
    await server.write(
      of('unsaid'),
      of('held', { held: '2026-10-10T14:00:00.000Z' }),
      of('absent', { absent: 'client' }),
      of('kept', { missed: true }, '2026-10-11'),
      of('to-come', {}, '2027-10-10'),
    );
    const missed = `${path}?orchid_pro_may_have_missed_appointment=true&newest_datetime=2026-10-12T00:00:00.000Z`;
    const idsOf = async (device: typeof ann, asked: string): Promise<readonly string[]> => {
      const { appointments } = v.parse(listed, await get(device, asked));
      return appointments.map(({ appointment_id }) => appointment_id);
    };
    expect(await idsOf(ann, missed)).toEqual(['kept', 'unsaid']);
    expect(await idsOf(ann, missed.replace('=true', '=false'))).toEqual(['held', 'absent']);
    expect(await idsOf(max, missed)).toEqual(['kept']);
    await ann.push([ann.seal(editOf('unsaid', 'He came.'))]);
    expect(await idsOf(ann, missed)).toEqual(['kept']);
  });
});

test('[S-229] a session that waits for a yes waits for the account of its client first', async () => {
  const statusOf = async (device: typeof ann) => {
    const { appointments } = v.parse(stood, await get(device, path));
    return appointments.map(({ status, status_flags: flags }) => [
      status,
      flags.pending_patient_portal_signup_complete,
    ]);
  };
  const path = '/api/scheduler/v1/snapshot/appointments_v2?oldest_datetime=2027-01-01T00:00:00.000Z';
  const asked = { start: '2027-02-10T13:00:00.000Z', end: '2027-02-10T13:50:00.000Z', status: 'invited' } as const;
  await server.write(appointmentOf('c1', 'asked', asked));
  expect(await statusOf(ann)).toEqual([['invited', false]]);
  await server.write(membershipOf(chartScope('c1'), 'max', 'client', { ended: '2026-11-01T09:00:00.000Z' }));
  expect(await statusOf(ann)).toEqual([['pending_patient_portal_signup_complete', true]]);
  await server.write(membershipOf(chartScope('c1'), 'gia', 'guardian'));
  expect(await statusOf(ann)).toEqual([['invited', false]]);
});

const stood = v.object({
  appointments: v.array(
    v.object({
      status: v.string(),
      status_flags: v.looseObject({ pending_patient_portal_signup_complete: v.boolean() }),
    }),
  ),
});
const listed = v.object({ appointments: v.array(v.object({ appointment_id: v.string() })) });

describe('notes', () => {
  const data = '/api/notes_secure_data/v1/notes/data/data_info';

  test('[C-592] the schema has its three forms', async () => {
    expect(await get(max, '/api/notes/v1/notes/schema/')).toMatchObject([
      {
        note_schema_id: 'soap-note',
        note_schema_revision: 1,
        json_schema: { type: 'object', properties: { subjective: { type: 'string' } } },
        ui_schema: { subjective: { 'ui:widget': 'paragraph' } },
        schema_v2: [{ type: 'section' }, {}, {}, {}],
      },
    ]);
  });

  test('[C-591, S-178, S-360, S-361] data by session and by ids, for the care team alone', async () => {
    await ann.push([ann.seal(editOf('a1', 'one')), ann.seal(editOf('a1', 'two'))]);
    for (const query of [
      '?appointment_id=a1',
      '?note_data_id=note.a1&note_data_id=other',
      '?patient_chart_id=c1',
      '',
    ]) {
      expect(await get(ann, data + query)).toMatchObject([
        {
          note_data_id: 'note.a1',
          note_revision: 2,
          note_schema_id: 'soap-note',
          data: { subjective: 'two' },
          patient_cognito_sub: null,
        },
      ]);
    }
    for (const device of [ben, max]) {
      expect(await get(device, `${data}?appointment_id=a1`)).toEqual([]);
      expect(await get(device, `${data}?note_data_id=note.a1`)).toEqual([]);
    }
  });
});
