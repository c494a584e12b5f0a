import { describe, expect, test } from 'vitest';
import type { Json, StoredRecord } from '../core/record.ts';
import { runPure } from '../testing/run-pure.ts';
import { note, session } from '../testing/call-records.ts';

const treats = { 'pro-1 chart:c1': ['treating'] };
/** On 21 November, 8:00 to 8:50 UTC, held by `pro-1`. */
const seen = { start: 'u1' };
const at = (hour: string, day = '2026-11-22') => ({
  local_start: `${day}T${hour}`,
  zone: 'UTC',
  start: `${day}T${hour}:00.000Z`,
});
const call = (
  name: string,
  said: Json,
  {
    held = [{ ...session(), stamps: seen }],
    base = {},
    receivedAt = '2026-11-21T09:00:00.000Z',
    onDevice = false,
  }: {
    readonly held?: readonly StoredRecord[];
    readonly base?: Readonly<Record<string, string>>;
    readonly receivedAt?: string;
    readonly onDevice?: boolean;
  } = {},
) =>
  runPure(
    { records: held, roles: treats },
    { sub: 'pro-1', name, args: { appointment_id: 'a1', ...(said as object) }, ctx: { base }, receivedAt, onDevice },
  );
const edit = (said: Json, how = {}) => call('appointment.edit', said, how);
const bodyOf = (outcome: ReturnType<typeof edit>) =>
  outcome.outcome === 'applied' ? outcome.records[0]?.body : outcome;

describe('[CA-1] a session is changed fact by fact', () => {
  test('it is moved: the instants follow from the local time, the rest stays', () => {
    const moved = bodyOf(edit({ ...at('10:15'), minutes: 45 }));
    expect(moved).toMatchObject({
      local_start: '2026-11-22T10:15',
      minutes: 45,
      start: '2026-11-22T10:15:00.000Z',
      end: '2026-11-22T11:00:00.000Z',
      status: 'booked',
      clinician: 'pro-1',
      modify_datetime: '2026-11-21T09:00:00.000Z',
    });
    expect(edit({ ...at('10:15') })).toMatchObject({ records: [{ stamps: { start: 'uid-1' } }] });
    // Longer at the same time: the beginning is what it was.
    expect(bodyOf(edit({ minutes: 80 }))).toMatchObject({
      start: '2026-11-21T08:00:00.000Z',
      end: '2026-11-21T09:20:00.000Z',
    });
  });

  test('the server derives the beginning by its own table, a device by what it says', () => {
    const said = { local_start: '2026-11-22T10:00', zone: 'America/New_York', start: '2026-11-22T14:00:00.000Z' };
    expect(bodyOf(edit(said))).toMatchObject({ start: '2026-11-22T15:00:00.000Z' });
    expect(bodyOf(edit(said, { onDevice: true }))).toMatchObject({ start: '2026-11-22T14:00:00.000Z' });
    // A beginning that is another time altogether, none, and one without its local time's zone.
    expect(edit({ ...said, start: '2026-11-25T14:00:00.000Z' })).toMatchObject({ code: 'invalid_arguments' });
    expect(edit({ local_start: said.local_start, zone: said.zone })).toMatchObject({ code: 'invalid_arguments' });
    expect(edit({ ...said, zone: 'Mars/Olympus' })).toMatchObject({ code: 'invalid_arguments' });
  });

  test('[C-022][C-025][C-026][C-027] its kind is one of four, and a free introduction costs nothing', () => {
    for (const kind of ['one-on-one', 'follow-up', 'regular', 'free introduction'])
      expect(bodyOf(edit({ kind, price_cents: 0 }))).toMatchObject({ kind, price_cents: 0 });
    expect(edit({ kind: 'free introduction', price_cents: 100 })).toMatchObject({ code: 'invalid_arguments' });
    expect(edit({ kind: 'other' })).toMatchObject({ code: 'invalid_arguments' });
    const free = { ...session({ kind: 'free introduction' }), stamps: seen };
    expect(edit({ price_cents: 100 }, { held: [free] })).toMatchObject({ code: 'invalid_arguments' });
  });

  test('[C-028][C-029][C-030] it is paid in one of three ways', () => {
    for (const billing_type of ['self pay', 'insurance', 'pre-authorized credit card'])
      expect(edit({ billing_type })).toMatchObject({
        records: [{ body: { billing_type }, stamps: { billing_type: 'uid-1' } }],
      });
    expect(edit({ billing_type: 'barter' })).toMatchObject({ code: 'invalid_arguments' });
    for (const price_cents of [-1, 0.5, 1_000_001])
      expect(edit({ price_cents })).toMatchObject({ code: 'invalid_arguments' });
  });

  test('what was changed elsewhere meanwhile is not written over; what says the same again is nothing', () => {
    expect(edit(at('10:00'), { base: { start: 'u0' } })).toMatchObject({ code: 'changed_meanwhile' });
    expect(edit(at('10:00'), { base: { start: 'u1' } })).toMatchObject({ outcome: 'applied' });
    expect(edit({ place: 'outside' }, { base: { place: 'u0' } })).toMatchObject({ code: 'changed_meanwhile' });
    expect(edit(at('08:00', '2026-11-21'), { base: { start: 'u0' } })).toMatchObject({
      outcome: 'applied',
      records: [],
    });
  });

  test('[C-635] it takes nobody else’s time, and never stands in its own way', () => {
    const other = session({ ...at('10:00'), end: '2026-11-22T10:50:00.000Z', clinician: 'pro-1' }, 'a2');
    const held = [session({ clinician: 'pro-1' }), other];
    expect(edit(at('10:49'), { held })).toMatchObject({
      code: 'conflicting_session',
      detail: { taken: [{ start: '2026-11-22T10:00:00.000Z', end: '2026-11-22T10:50:00.000Z' }] },
    });
    expect(edit(at('10:50'), { held })).toMatchObject({ outcome: 'applied' });
    expect(edit(at('08:15', '2026-11-21'), { held })).toMatchObject({ outcome: 'applied' });
    const gone = { ...other, body: { ...(other.body as object), status: 'cancelled_patient' } };
    expect(edit(at('10:00'), { held: [session({ clinician: 'pro-1' }), gone] })).toMatchObject({ outcome: 'applied' });
  });

  test('a cancelled one, a sample and one that is not there are not changed', () => {
    expect(edit({ place: 'outside' }, { held: [session({ status: 'cancelled_patient' })] })).toMatchObject({
      code: 'session_cancelled',
    });
    expect(edit({ place: 'outside' }, { held: [session({ sample: 'shown' })] })).toMatchObject({ code: 'is_sample' });
    expect(edit({ place: 'outside' }, { held: [] })).toMatchObject({ code: 'not_found' });
  });

  test('the time of one whose note is signed stays; its place does not', () => {
    const signed = note({ signed: { at: '2026-11-21T08:58:00.000Z', by: 'pro-1', name: 'Dr. One' } });
    const held = [session(), signed];
    expect(edit(at('10:00'), { held })).toMatchObject({ code: 'time_signed' });
    expect(edit(at('10:00'), { held, onDevice: true })).toMatchObject({ code: 'time_signed' });
    expect(edit({ place: 'outside' }, { held })).toMatchObject({ outcome: 'applied' });
    // The front desk does not read notes: the guard does.
    const desk = runPure(
      { records: held, roles: { 'desk-1 chart:c1': ['practice.scheduler'] } },
      { sub: 'desk-1', name: 'appointment.edit', args: { appointment_id: 'a1', ...at('10:00') } },
    );
    expect(desk).toMatchObject({ code: 'time_signed' });
  });
});

describe('[CA-4] somebody did not come', () => {
  const mark = (who: string, how = {}) => call('appointment.mark_no_show', { who }, how);

  test('the client, the clinician, and neither after all', () => {
    expect(bodyOf(mark('client'))).toMatchObject({ absent: 'client', status: 'booked' });
    const missed = bodyOf(mark('clinician')) as Record<string, Json>;
    expect(missed).toMatchObject({ status: 'cancelled_pro_no_join', no_join_from: 'booked' });
    const held = [session(missed)];
    const back = bodyOf(mark('nobody', { held })) as Record<string, Json>;
    expect([back['status'], back['no_join_from'], back['absent']]).toEqual(['booked', undefined, undefined]);
    const other = bodyOf(mark('client', { held })) as Record<string, Json>;
    expect([other['status'], other['no_join_from'], other['absent']]).toEqual(['booked', undefined, 'client']);
    expect(bodyOf(mark('nobody', { held: [session({ absent: 'client' })] }))).not.toHaveProperty('absent');
    expect(mark('nobody')).toMatchObject({ outcome: 'applied', records: [] });
    expect(mark('clinician', { held })).toMatchObject({ outcome: 'applied', records: [] });
  });

  test('not before it has begun, not of a cancelled one, not of a sample', () => {
    const early = { receivedAt: '2026-11-21T07:59:59.999Z' };
    expect(mark('client', early)).toMatchObject({ code: 'session_not_begun' });
    expect(mark('client', { receivedAt: '2026-11-21T08:00:00.000Z' })).toMatchObject({ outcome: 'applied' });
    expect(mark('client', { held: [session({ status: 'cancelled_orchid_pro' })] })).toMatchObject({
      code: 'session_cancelled',
    });
    expect(mark('client', { held: [session({ sample: 'shown' })] })).toMatchObject({ code: 'is_sample' });
    expect(mark('client', { held: [] })).toMatchObject({ code: 'not_found' });
  });
});

describe('[CA-1] what hangs on a session when it is moved', () => {
  const draft = note();

  test('its note goes with it, unless that is signed', () => {
    const outcome = edit(at('10:00'), { held: [session(), draft] });
    const moved = outcome.outcome === 'applied' ? outcome.records : [];
    expect(moved.map(({ collection }) => collection)).toEqual(['appointment', 'note']);
    expect(moved[1]?.body).toEqual({ ...(draft.body as object), session_start: '2026-11-22T10:00:00.000Z' });
    expect(edit({ place: 'outside' }, { held: [session(), draft] })).toMatchObject({
      records: [{ collection: 'appointment' }],
    });
    // Whoever moves it need not read the note: it follows at the server.
    const desk = runPure(
      { records: [session(), draft], roles: { 'desk-1 chart:c1': ['practice.scheduler'] } },
      { sub: 'desk-1', name: 'appointment.edit', args: { appointment_id: 'a1', ...at('10:00') } },
    );
    expect(desk.outcome === 'applied' && desk.records.map(({ collection }) => collection)).toEqual([
      'appointment',
      'note',
    ]);
  });

  test('who did not come to it is said no more of one that is yet to come', () => {
    const absent = bodyOf(edit(at('10:00'), { held: [session({ absent: 'client', missed: true })] })) as Record<
      string,
      Json
    >;
    expect([absent['absent'], absent['missed'], absent['status']]).toEqual([undefined, undefined, 'booked']);
    const noJoin = { status: 'cancelled_pro_no_join', no_join_from: 'invited' };
    const moved = bodyOf(edit(at('10:00'), { held: [session(noJoin)] })) as Record<string, Json>;
    expect([moved['status'], moved['no_join_from']]).toEqual(['invited', undefined]);
    // Who decides about the fee of before has it on screen no more.
    const uid = 'uid-1';
    expect(edit(at('10:00'), { held: [session({ absent: 'client' })] })).toMatchObject({
      records: [{ stamps: { start: uid, status: uid, late_fee: uid } }],
    });
    expect(edit(at('10:00'), { held: [session(noJoin)] })).toMatchObject({ records: [{ stamps: { status: uid } }] });
    // Of one of which nothing was said the time alone is written: who cancels it meanwhile is not refused for it.
    const plain = edit(at('10:00'));
    expect(plain.outcome === 'applied' ? plain.records[0]?.stamps : plain).toEqual({ start: uid });
    // Another length of one that is over leaves it said.
    expect(bodyOf(edit({ minutes: 30 }, { held: [session({ absent: 'client' })] }))).toMatchObject({
      absent: 'client',
    });
  });

  test('null takes away kind, billing and price; a label of nothing is none', () => {
    const held = [session({ kind: 'regular', billing_type: 'insurance', price_cents: 100 })];
    const said = bodyOf(edit({ kind: null, billing_type: null, price_cents: null }, { held })) as Record<string, Json>;
    expect(Object.keys(said)).not.toContain('kind');
    expect([said['billing_type'], said['price_cents']]).toEqual([undefined, undefined]);
    expect(edit({ price_cents: null })).toMatchObject({ records: [] });
    for (const appointment_type_label of ['', '   '])
      expect(edit({ appointment_type_label })).toMatchObject({ code: 'invalid_arguments' });
  });
});

describe('[CA-4] a session whose note is signed', () => {
  const signed = note({ signed: { at: '2026-11-21T08:58:00.000Z', by: 'pro-1', name: 'Dr. One' } });
  const by = (sub: string, who: string) =>
    runPure(
      { records: [session(), signed], roles: { ...treats, 'desk-1 chart:c1': ['practice.scheduler'] } },
      { sub, name: 'appointment.mark_no_show', args: { appointment_id: 'a1', who } },
    );

  test('was held: nobody says that its clinician did not come, and so opens it again', () => {
    for (const sub of ['pro-1', 'desk-1']) expect(by(sub, 'clinician'), sub).toMatchObject({ code: 'session_signed' });
    expect(by('pro-1', 'client')).toMatchObject({ outcome: 'applied' });
  });

  test('who did not come is not written over unseen; taken back it can be at any time', () => {
    const held = [{ ...session({ absent: 'client' }), stamps: { status: 'u9' } }];
    const mark = (who: string, how = {}) => call('appointment.mark_no_show', { who }, { held, ...how });
    expect(mark('clinician', { base: { status: 'u0' } })).toMatchObject({ code: 'changed_meanwhile' });
    expect(mark('clinician', { base: { status: 'u9' } })).toMatchObject({ outcome: 'applied' });
    expect(mark('nobody', { receivedAt: '2026-11-21T07:00:00.000Z' })).toMatchObject({ outcome: 'applied' });
  });

  test('[CN-2] cancelled and restored it is missed as before, and known as it stood', () => {
    let one = session({ status: 'invited' });
    for (const [name, args] of [
      ['appointment.mark_no_show', { who: 'clinician' }],
      ['appointment.cancel', {}],
      ['appointment.restore', {}],
      ['appointment.mark_no_show', { who: 'nobody' }],
    ] as const) {
      const outcome = call(name, args, { held: [one] });
      const [next] = outcome.outcome === 'applied' ? outcome.records : [];
      if (!next) throw new Error(name);
      one = next;
    }
    expect(one.body).toMatchObject({ status: 'invited' });
  });
});
