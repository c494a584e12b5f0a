import { describe, expect, test } from 'vitest';
import type { Json } from '../core/record.ts';
import { runPure } from '../testing/run-pure.ts';
import { sampleCall } from '../testing/sample-calls.ts';

const { records } = sampleCall('orchid_pro_type.update');
const create = (args: Json, sub = 'someone') =>
  runPure({ records, roles: {} }, { sub, name: 'orchid_pro_type.create', args });
const update = (args: Json, sub = 'pro-1') =>
  runPure(
    { records, roles: {} },
    {
      sub,
      name: 'orchid_pro_type.update',
      args: { orchid_pro_type_id: 't1', ...(args as object) },
      ctx: { now: '2026-11-21T10:00:00.000Z' },
    },
  );
const neurology = { specialty: 'Neurology', sub_specialty: 'Epilepsy' };
const none = { specialty: '', sub_specialty: '' };

describe('[PR-1] as what somebody practises', () => {
  test('[S-172] is a therapist without a specialty where nothing else is said', () => {
    expect(create({})).toMatchObject({
      outcome: 'applied',
      records: [
        {
          scope: 'account:someone',
          body: {
            orchid_pro_type: { type: 'therapist', specialty: none },
            create_datetime: '2026-11-21T09:00:00.000Z',
            modify_datetime: '2026-11-21T09:00:00.000Z',
            marked_deleted_datetime: null,
          },
        },
      ],
    });
    expect(create({ type: 'physician', specialty: neurology })).toMatchObject({
      records: [{ body: { orchid_pro_type: { type: 'physician', specialty: neurology } } }],
    });
  });

  test('[S-197, S-297] another profession, a physician without a specialty, a specialty of anybody else: refused', () => {
    for (const args of [
      { type: 'surgeon' },
      { type: 'physician' },
      { type: 'psychologist', specialty: neurology },
      { type: 'physician', specialty: { ...neurology, specialty: 'Psychiatry' } },
    ]) {
      expect(create(args)).toMatchObject({ outcome: 'rejected', code: 'invalid_arguments' });
      expect(update(args)).toMatchObject({ outcome: 'rejected', code: 'invalid_arguments' });
    }
  });

  test('changes with its owner’s word, and keeps when it was made', () => {
    expect(update({ type: 'physician', specialty: neurology })).toMatchObject({
      outcome: 'applied',
      records: [
        {
          id: 't1',
          scope: 'account:pro-1',
          body: {
            orchid_pro_type: { type: 'physician', specialty: neurology },
            create_datetime: '2026-11-20T09:00:00.000Z',
            modify_datetime: '2026-11-21T10:00:00.000Z',
          },
        },
      ],
    });
  });

  test('said again as it stands, nothing is written', () => {
    expect(update({ type: 'therapist' })).toMatchObject({ outcome: 'applied', records: [] });
  });

  test('[C-574] somebody else’s answers like one that is not there; nobody but a professional has one', () => {
    const foreign = update({ type: 'psychologist' }, 'someone');
    expect(foreign).toMatchObject({ outcome: 'rejected', code: 'not_found' });
    expect(update({ type: 'psychologist', orchid_pro_type_id: 't9' }, 'someone')).toMatchObject({ code: 'not_found' });
    expect(create({}, 'stranger')).toMatchObject({ outcome: 'rejected', code: 'not_found' });
    const members = sampleCall('member_profile.save').records;
    const asMember = runPure(
      { records: members, roles: {} },
      { sub: 'pro-1', name: 'orchid_pro_type.create', args: {} },
    );
    expect(asMember).toMatchObject({ outcome: 'rejected', code: 'not_found' });
  });
});
