import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../sync/core/record.ts';
import { Value } from '../../../../sync/client/observable.ts';
import type { OrchidClient } from '../../../lib/model.ts';
import type { KnownProfessional } from '../../../model/profile/use-professional.ts';
import { practiceValues, savePractice } from './save-practice.ts';
import type { PracticeSaid } from './intake-values.ts';

const vera: KnownProfessional = {
  name: { first_name: 'Vera', last_name: 'Lind' },
  record: { confirmed: {}, signup_form_finished: false, modify_datetime: '' },
  types: [],
  licenses: [],
  locations: [],
};
const said: PracticeSaid = {
  ...practiceValues(vera),
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
      calls.push({ name, args });
      return name === refused
        ? { kind: 'rejected', code: 'invalid_arguments', message: 'No.' }
        : { kind: 'saved', uid: 'u', ids: ['made'], requested: false };
    },
  };
  return { client, calls, names: () => calls.map(({ name }) => name) };
}

/** She comes to the form with this known of her, types, and saves. */
const saved = (
  { client }: ReturnType<typeof deviceRefusing>,
  known: Partial<KnownProfessional>,
  typed: PracticeSaid,
  now: Partial<KnownProfessional> = known,
) => savePractice(client, { ...vera, ...now }, typed, practiceValues({ ...vera, ...known }));

describe('the second step', () => {
  it('[S-247] without a type record makes it first, and the licence names it', async () => {
    const device = deviceRefusing();
    expect(await saved(device, { types: [] }, said)).toMatchObject({ kind: 'saved' });
    expect(device.names()).toEqual(['orchid_pro_type.create', 'professional_record.save']);
    expect(device.calls[1]?.args).toMatchObject({
      licenses: [{ orchid_pro_type_id: 'made', conferring_entity: 'CO' }],
    });
  });

  it('[S-248] with another type than before changes that first; a specialty of before does not stay', async () => {
    const device = deviceRefusing();
    const before = held('physician', 'Psychiatry');
    await saved(device, { types: before }, { ...said, specialty: 'Psychiatry' });
    expect(device.names()).toEqual(['orchid_pro_type.update', 'professional_record.save']);
    expect(device.calls[0]?.args).toEqual({
      orchid_pro_type_id: 't1',
      type: 'psychologist',
      specialty: { specialty: '', sub_specialty: '' },
    });
  });

  it('[S-249] with the same type makes no call about it', async () => {
    const device = deviceRefusing();
    await saved(device, { types: held('psychologist') }, said);
    expect(device.names()).toEqual(['professional_record.save']);
  });

  it('[C-619, C-620] what is refused is said with its own words before, and nothing after it is sent', async () => {
    const making = deviceRefusing('orchid_pro_type.create');
    expect(await saved(making, { types: [] }, said)).toMatchObject({
      message: 'failed to create new orchid pro type: No.',
    });
    expect(making.names()).toEqual(['orchid_pro_type.create']);
    const changing = deviceRefusing('orchid_pro_type.update');
    expect(await saved(changing, { types: held('physician', 'Neurology') }, said)).toMatchObject({
      message: 'failed to update orchid pro type: No.',
    });
    expect(changing.names()).toEqual(['orchid_pro_type.update']);
  });

  it('[S-376] and so is the rest', async () => {
    const device = deviceRefusing('professional_record.save');
    expect(await saved(device, { types: held('psychologist') }, said)).toMatchObject({
      message: 'failed to update orchid pro info: No.',
    });
  });

  it('[S-170] a supervisor who is not named any more is not kept', async () => {
    const device = deviceRefusing();
    const alone = { ...said, has_supervision: false, supervisor_name: 'Dr. Old', supervisor_npi: '1234567893' };
    await saved(device, { types: held('psychologist') }, alone);
    expect(device.calls[0]?.args).toMatchObject({
      licenses: [{ supervision: { has_supervision: false, name: '', npi: '' } }],
    });
  });

  it('what another device has changed meanwhile stays, and what is not changed is not sent', async () => {
    const licence = (license_number: string, expiration_date: string): KnownProfessional['licenses'] => [
      {
        id: 'l1',
        body: {
          type: 'Licensed Psychologist',
          conferring_entity: 'CO',
          license_number,
          expiration_date,
          orchid_pro_type_id: 't1',
          supervision: { has_supervision: false, name: '', npi: '', phone: '', license_type: '', license_number: '' },
          modify_datetime: '',
        },
      },
    ];
    const types = held('psychologist');
    const before = { types, licenses: licence('OLD-1', '') };
    const untouched = { ...said, license_type: 'Licensed Psychologist', license_number: 'OLD-1' };
    const meanwhile = { types, licenses: licence('NEW-9', '2030-01-31') };
    const named = deviceRefusing();
    await saved(named, before, { ...untouched, business_entity_name: 'Lind Psychology' }, meanwhile);
    expect(named.calls).toEqual([
      { name: 'professional_record.save', args: { business_entity_name: 'Lind Psychology' } },
    ]);
    const moved = deviceRefusing();
    await saved(moved, before, { ...untouched, conferring_entity: 'NM' }, meanwhile);
    expect(moved.calls[0]?.args).toMatchObject({
      licenses: [{ license_id: 'l1', conferring_entity: 'NM', license_number: 'NEW-9', expiration_date: '2030-01-31' }],
    });
  });

  it('a licence that names no type of hers any more is said anew, with what it says, and names the one that she has', async () => {
    const supervision = { has_supervision: false, name: '', npi: '', phone: '', license_type: '', license_number: '' };
    const body: KnownProfessional['licenses'][number]['body'] = {
      type: 'Licensed Psychologist',
      conferring_entity: 'CO',
      license_number: 'PSY-1182',
      expiration_date: '',
      orchid_pro_type_id: 'gone',
      supervision,
      modify_datetime: '',
    };
    const known: Pick<KnownProfessional, 'types' | 'licenses'> = { types: [], licenses: [{ id: 'l1', body }] };
    const device = deviceRefusing();
    const typed = { ...practiceValues({ ...vera, ...known }), type: 'psychologist' } as PracticeSaid;
    await saved(device, known, typed);
    expect(device.calls[1]?.args).toMatchObject({
      licenses: [{ license_id: 'l1', license_number: 'PSY-1182', orchid_pro_type_id: 'made' }],
    });
  });

  it('a licence of another profession than hers is none', async () => {
    const device = deviceRefusing();
    await saved(device, {}, { ...said, type: 'therapist', license_type: 'Licensed Psychologist' });
    expect(device.calls[1]?.args).toMatchObject({ licenses: [{ type: '', license_number: 'PSY-1182' }] });
  });
});
