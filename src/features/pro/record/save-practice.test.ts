import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../sync/core/record.ts';
import { Value } from '../../../../sync/client/observable.ts';
import type { OrchidClient } from '../../../lib/model.ts';
import type { KnownProfessional } from '../../../model/profile/use-professional.ts';
import { practiceValues, savePractice } from './save-practice.ts';
import type { PracticeSaid } from './intake-values.ts';

const said: PracticeSaid = {
  ...practiceValues({
    name: { first_name: 'Vera', last_name: 'Lind' },
    record: { confirmed: {}, signup_form_finished: false, modify_datetime: '' },
    types: [],
    licenses: [],
    locations: [],
  }),
  type: 'psychologist',
  conferring_entity: 'CO',
  license_number: 'PSY-1182',
};
const held = (type: 'psychologist' | 'physician', specialty = ''): KnownProfessional['types'] => [
  {
    id: 't1',
    body: {
      orchid_pro_type: { type, specialty: { specialty, sub_specialty: '' } },
      create_datetime: '',
      modify_datetime: '',
      marked_deleted_datetime: null,
    },
  },
];

/** A device without a network that takes everything but what is named. */
function deviceRefusing(refused: string | null = null) {
  const calls: { name: string; args: Json }[] = [];
  const status = { online: false } as unknown as ReturnType<OrchidClient['status']['get']>;
  const client: Pick<OrchidClient, 'mutate' | 'watchWork' | 'pending' | 'attention' | 'status'> = {
    status: new Value(status),
    watchWork: () => () => undefined,
    pending: async () => [],
    attention: async () => [],
    mutate: async (name, args) => {
      calls.push({ name, args: args as Json });
      return name === refused
        ? { kind: 'rejected', code: 'invalid_arguments', message: 'No.' }
        : { kind: 'saved', uid: 'u', ids: ['made'], requested: false };
    },
  };
  return { client, calls, names: () => calls.map(({ name }) => name) };
}

describe('the second step', () => {
  it('[S-247] without a type record makes it first, and the licence names it', async () => {
    const device = deviceRefusing();
    expect(await savePractice(device.client, { types: [], licenses: [] }, said)).toMatchObject({ kind: 'saved' });
    expect(device.names()).toEqual(['orchid_pro_type.create', 'professional_record.save']);
    expect(device.calls[1]?.args).toMatchObject({
      licenses: [{ orchid_pro_type_id: 'made', conferring_entity: 'CO' }],
    });
  });

  it('[S-248] with another type than before changes that first; a specialty of before does not stay', async () => {
    const device = deviceRefusing();
    const before = held('physician', 'Psychiatry');
    await savePractice(device.client, { types: before, licenses: [] }, { ...said, specialty: 'Psychiatry' });
    expect(device.names()).toEqual(['orchid_pro_type.update', 'professional_record.save']);
    expect(device.calls[0]?.args).toEqual({
      orchid_pro_type_id: 't1',
      type: 'psychologist',
      specialty: { specialty: '', sub_specialty: '' },
    });
  });

  it('[S-249] with the same type makes no call about it', async () => {
    const device = deviceRefusing();
    await savePractice(device.client, { types: held('psychologist'), licenses: [] }, said);
    expect(device.names()).toEqual(['professional_record.save']);
  });

  it('[C-619, C-620] what is refused is said with its own words before, and nothing after it is sent', async () => {
    const making = deviceRefusing('orchid_pro_type.create');
    expect(await savePractice(making.client, { types: [], licenses: [] }, said)).toMatchObject({
      message: 'failed to create new orchid pro type: No.',
    });
    expect(making.names()).toEqual(['orchid_pro_type.create']);
    const changing = deviceRefusing('orchid_pro_type.update');
    expect(
      await savePractice(changing.client, { types: held('physician', 'Neurology'), licenses: [] }, said),
    ).toMatchObject({ message: 'failed to update orchid pro type: No.' });
    expect(changing.names()).toEqual(['orchid_pro_type.update']);
  });

  it('[S-376] and so is the rest', async () => {
    const device = deviceRefusing('professional_record.save');
    expect(await savePractice(device.client, { types: held('psychologist'), licenses: [] }, said)).toMatchObject({
      message: 'failed to update orchid pro info: No.',
    });
  });

  it('[S-170] a supervisor who is not named any more is not kept', async () => {
    const device = deviceRefusing();
    const alone = { ...said, has_supervision: false, supervisor_name: 'Dr. Old', supervisor_npi: '1234567893' };
    await savePractice(device.client, { types: held('psychologist'), licenses: [] }, alone);
    expect(device.calls[0]?.args).toMatchObject({
      licenses: [{ supervision: { has_supervision: false, name: '', npi: '' } }],
    });
  });
});
