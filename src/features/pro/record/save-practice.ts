import * as v from 'valibot';
import { isSpecialtyOf } from '../../../../sync/domain/provider-types.ts';
import type { SendResult } from '../../../forms/use-orchid-form.ts';
import { applyMask, fromDateText, phoneMask, toDateText } from '../../../forms/mask.ts';
import { phoneDigits } from '../../../forms/phone.ts';
import { licenseTypes } from '../../../model/lists/license-types.ts';
import type { OrchidClient } from '../../../lib/model.ts';
import { saveOwn } from '../../../model/profile/save-professional.ts';
import type { KnownProfessional } from '../../../model/profile/use-professional.ts';
import { practiceSchema, type PracticeSaid, type PracticeValues } from './intake-values.ts';

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

const ofLicense = [
  'license_type',
  'conferring_entity',
  'license_number',
  'expiration_date',
  'has_supervision',
  'supervisor_name',
  'supervisor_npi',
  'supervisor_phone',
  'supervisor_license_type',
  'supervisor_license_number',
] as const satisfies readonly (keyof PracticeValues)[];

/** What she changed since she came to the form; the rest as it stands by now, here or by another device. */
function changedHere(typed: PracticeSaid, begun: PracticeValues, now: PracticeValues): PracticeSaid {
  const had = new Map<string, unknown>(Object.entries(begun));
  const changed = Object.entries(typed).filter(([name, value]) => had.get(name) !== value);
  const merged = v.safeParse(practiceSchema, { ...now, ...Object.fromEntries(changed) });
  return merged.success ? merged.output : typed;
}

/**
 * [S-247 to S-249] The type first, where there is none or it is another one now; then the licence and the rest. What was refused is
 * said, and nothing after it is sent. `begun`: what the form said when she came to it.
 */
export async function savePractice(
  client: Pick<OrchidClient, 'mutate' | 'watchWork' | 'pending' | 'attention' | 'status'>,
  known: KnownProfessional,
  typed: PracticeSaid,
  begun: PracticeValues,
): Promise<SendResult> {
  const { types, licenses } = known;
  const said = changedHere(typed, begun, practiceValues(known));
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
  const isSaidAnew =
    !license || license.body.orchid_pro_type_id !== typeId || ofLicense.some((name) => typed[name] !== begun[name]);
  return saveOwn(
    client,
    'professional_record.save',
    {
      ...(typed.business_entity_name === begun.business_entity_name
        ? {}
        : { business_entity_name: typed.business_entity_name }),
      ...(isSaidAnew
        ? {
            licenses: [
              {
                ...(license ? { license_id: license.id } : {}),
                // Of another profession than the one that she has now it is none.
                type: licenseTypes[said.type].includes(said.license_type) ? said.license_type : '',
                conferring_entity: said.conferring_entity,
                license_number: said.license_number,
                expiration_date: fromDateText(said.expiration_date) ?? '',
                orchid_pro_type_id: typeId,
                supervision: {
                  has_supervision: said.has_supervision,
                  name: said.has_supervision ? said.supervisor_name : '',
                  npi: said.has_supervision ? said.supervisor_npi : '',
                  phone: said.has_supervision ? (phoneDigits(said.supervisor_phone) ?? '') : '',
                  license_type: said.has_supervision ? said.supervisor_license_type : '',
                  license_number: said.has_supervision ? said.supervisor_license_number : '',
                },
              },
            ],
          }
        : {}),
    },
    'practice',
  );
}
