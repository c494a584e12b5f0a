import { isSpecialtyOf } from '../../../../sync/domain/provider-types.ts';
import type { SendResult } from '../../../forms/use-orchid-form.ts';
import { applyMask, fromDateText, phoneMask, toDateText } from '../../../forms/mask.ts';
import type { OrchidClient } from '../../../lib/model.ts';
import { saveOwn } from '../../../model/profile/save-professional.ts';
import type { KnownProfessional } from '../../../model/profile/use-professional.ts';
import type { PracticeSaid, PracticeValues } from './intake-values.ts';

/** What the second step shows of what is known: the first type and licence. */
export function practiceValues({ record, types, licenses }: KnownProfessional): PracticeValues {
  const said = types[0]?.body.orchid_pro_type;
  const license = licenses[0]?.body;
  const supervision = license?.supervision;
  return {
    type: said?.type ?? '',
    specialty: said?.specialty.specialty ?? '',
    sub_specialty: said?.specialty.sub_specialty ?? '',
    business_entity_name: record.business_entity_name ?? '',
    license_type: license?.type ?? '',
    conferring_entity: license?.conferring_entity ?? '',
    license_number: license?.license_number ?? '',
    expiration_date: toDateText(license?.expiration_date ?? ''),
    has_supervision: supervision?.has_supervision ?? false,
    supervisor_name: supervision?.name ?? '',
    supervisor_npi: supervision?.npi ?? '',
    supervisor_phone: applyMask(supervision?.phone ?? '', phoneMask),
    supervisor_license_type: supervision?.license_type ?? '',
    supervisor_license_number: supervision?.license_number ?? '',
  };
}

/**
 * [S-247 to S-249] The type first, where there is none or it is another one now; then the licence and the rest. What was refused is
 * said, and nothing after it is sent.
 */
export async function savePractice(
  client: Pick<OrchidClient, 'mutate' | 'watchWork' | 'pending' | 'attention' | 'status'>,
  { types, licenses }: Pick<KnownProfessional, 'types' | 'licenses'>,
  said: PracticeSaid,
): Promise<SendResult> {
  const { type } = said;
  const whole = { specialty: said.specialty, sub_specialty: said.sub_specialty };
  const broad = { ...whole, sub_specialty: '' };
  const specialty = [whole, broad].find((one) => isSpecialtyOf(type, one)) ?? { specialty: '', sub_specialty: '' };
  const held = types[0];
  let typeId = held?.id ?? '';
  const before = held?.body.orchid_pro_type;
  const isChanged =
    before?.type !== said.type ||
    before.specialty.specialty !== specialty.specialty ||
    before.specialty.sub_specialty !== specialty.sub_specialty;
  if (!held) {
    const made = await saveOwn(client, 'orchid_pro_type.create', { type: said.type, specialty }, 'practice');
    if ('message' in made) return made;
    typeId = made.ids[0] ?? '';
  } else if (isChanged) {
    const changed = await saveOwn(
      client,
      'orchid_pro_type.update',
      {
        orchid_pro_type_id: held.id,
        type: said.type,
        specialty,
      },
      'practice',
    );
    if ('message' in changed) return changed;
  }
  const license = licenses[0];
  return saveOwn(
    client,
    'professional_record.save',
    {
      business_entity_name: said.business_entity_name,
      licenses: [
        {
          ...(license ? { license_id: license.id } : {}),
          type: said.license_type,
          conferring_entity: said.conferring_entity,
          license_number: said.license_number,
          expiration_date: fromDateText(said.expiration_date) ?? '',
          orchid_pro_type_id: typeId,
          supervision: {
            has_supervision: said.has_supervision,
            name: said.has_supervision ? said.supervisor_name : '',
            npi: said.has_supervision ? said.supervisor_npi : '',
            phone: said.has_supervision ? said.supervisor_phone.replaceAll(/\D/g, '') : '',
            license_type: said.has_supervision ? said.supervisor_license_type : '',
            license_number: said.has_supervision ? said.supervisor_license_number : '',
          },
        },
      ],
    },
    'practice',
  );
}
