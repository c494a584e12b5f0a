import { describe, expect, test } from 'vitest';
import type { Json, StoredRecord } from '../core/record.ts';
import { runPure } from '../testing/run-pure.ts';
import { record } from '../testing/call-records.ts';
import { sampleCall } from '../testing/sample-calls.ts';
import { classes, practiceScope } from './classes.ts';
import { contact } from './contact.ts';

const inPractice = { 'pro-1 practice:p1': ['professional'] };
const far: StoredRecord = record({
  collection: 'contact',
  id: 'k1',
  scope: practiceScope('p1'),
  cls: classes.colleagues,
  body: { kind: 'referrer', name: 'Dr. Far', phone_number: '111', modify_datetime: '2026-11-20T09:00:00.000Z' },
  stamps: { phone_number: 'u2' },
});
const save = (
  said: Json,
  { held = [far], base = {} }: { held?: readonly StoredRecord[]; base?: Record<string, string> } = {},
) =>
  runPure(
    { records: held, roles: inPractice },
    { sub: 'pro-1', name: 'contact.save', args: { practice_id: 'p1', ...(said as object) }, ctx: { base } },
  );

describe('[CT-1] a contact of the practice', () => {
  test('is made with a kind and a name, under an id that follows from the change', () => {
    expect(save({ kind: 'clinician', name: ' Dr. Near ', email: 'near@test.invalid' })).toMatchObject({
      records: [
        {
          id: expect.stringMatching(/^[\w-]{24}$/),
          scope: 'practice:p1',
          body: { kind: 'clinician', name: 'Dr. Near' },
        },
      ],
    });
    for (const said of [
      { name: 'Dr. Near' },
      { kind: 'other' },
      { kind: 'other', name: ' ' },
      { kind: 'other', name: 'X', email: 'x' },
    ])
      expect(save(said), JSON.stringify(said)).toMatchObject({ outcome: 'rejected', code: 'invalid_arguments' });
  });

  test('is changed fact by fact, and not where somebody else has meanwhile', () => {
    const call = (base: Record<string, string>) => save({ contact_id: 'k1', phone_number: '222' }, { base });
    expect(call({ phone_number: 'u2' })).toMatchObject({
      records: [{ body: { name: 'Dr. Far', phone_number: '222' } }],
    });
    expect(call({ phone_number: 'u1' })).toMatchObject({ outcome: 'rejected', code: 'changed_meanwhile' });
    expect(save({ contact_id: 'k1', phone_number: '111' }, { base: { phone_number: 'u1' } })).toMatchObject({
      outcome: 'applied',
      records: [],
    });
  });

  test('goes out of every list and comes back as it was', () => {
    const outcome = save({ contact_id: 'k1', removed: true });
    const [gone] = outcome.outcome === 'applied' ? outcome.records : [];
    expect(gone?.body).toMatchObject({ removed: '2026-11-21T09:00:00.000Z', phone_number: '111' });
    expect(contact.indexes.practice(gone as never)).toEqual([]);
    expect(save({ contact_id: 'k1', removed: true }, { held: [gone as StoredRecord] })).toMatchObject({ records: [] });
    const back = save({ contact_id: 'k1', removed: false }, { held: [gone as StoredRecord] });
    expect(back.outcome === 'applied' && back.records[0]?.body).toEqual({
      ...(far.body as object),
      modify_datetime: '2026-11-21T09:00:00.000Z',
    });
    // Nobody writes into one that is gone without a word, and with one word it is back.
    expect(save({ contact_id: 'k1', remark: 'Fridays' }, { held: [gone as StoredRecord] })).toMatchObject({
      outcome: 'rejected',
      code: 'changed_meanwhile',
    });
    expect(
      save({ contact_id: 'k1', remark: 'Fridays', removed: false }, { held: [gone as StoredRecord] }),
    ).toMatchObject({
      records: [{ body: { remark: 'Fridays' } }],
    });
  });

  test('of another practice is none', () => {
    const args = { practice_id: 'p2', contact_id: 'k1', remark: 'Mine' };
    const world = { records: [far], roles: { ...inPractice, 'pro-1 practice:p2': ['owner'] } };
    expect(runPure(world, { sub: 'pro-1', name: 'contact.save', args })).toMatchObject({
      outcome: 'rejected',
      code: 'not_found',
    });
  });
});

describe('[C-157] what new clients are asked', () => {
  const { records } = sampleCall('client_info.save');
  const choose = (args: Json, held: readonly StoredRecord[] = records) =>
    runPure({ records: held, roles: {} }, { sub: 'pro-1', name: 'client_info.save', args });

  test('in the order of the form, whichever was chosen first; what is not named stays', () => {
    const first = choose({ asked: ['insurance', 'dob'] });
    expect(first).toMatchObject({
      records: [{ id: 'pro-1', scope: 'account:pro-1', body: { asked: ['dob', 'insurance'] } }],
    });
    const held = [...records, ...(first.outcome === 'applied' ? first.records : [])];
    expect(choose({ timezone: 'America/Denver' }, held)).toMatchObject({
      records: [{ body: { asked: ['dob', 'insurance'], timezone: 'America/Denver' } }],
    });
    // Where nobody has chosen, the usual ones are asked.
    expect(choose({ timezone: '' })).toMatchObject({
      records: [{ body: { asked: ['preferred_first_name', 'dob', 'phone_number', 'email'] } }],
    });
  });
});
