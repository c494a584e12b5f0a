import type { OfficeLocationFacts } from '../../../../sync/collections/office-location.ts';
import type { HeldLocation } from '../../../model/profile/use-professional.ts';

type Address = Required<
  Pick<OfficeLocationFacts, 'office_address_line1' | 'office_city' | 'office_state' | 'office_zipcode'>
>;
type Saved = OfficeLocationFacts & { readonly office_location_id?: string };

const nothing = {
  video_link: '',
  office_address_line2: '',
  telehealth_pos_code: '',
  telehealth_modifier: '',
  in_person_pos_code: '',
  in_person_modifier: '',
  show_address_to_public: false,
} as const;

/** [S-357, S-358] Codes of place of service (CMS) and modifier, as they usually are; each can be changed. */
const usual = {
  telehealth: { office_name: 'Telehealth', telehealth_pos_code: '10', telehealth_modifier: '95', is_default: true },
  'in-person': { office_name: 'Office', in_person_pos_code: '11', in_person_modifier: '', is_default: false },
} as const;

/** [S-356] Two places of work from one address; where they stand already their address follows, and the rest stays. */
export function builtLocations(address: Address, held: readonly HeldLocation[]): readonly Saved[] {
  return (['telehealth', 'in-person'] as const).map((kind): Saved => {
    const before = held.find(({ body }) => body.session_location_type === kind);
    if (!before) return { ...nothing, session_location_type: kind, ...usual[kind], ...address };
    const { modify_datetime: _when, orchid_pro_user_id: _whose, ...kept } = before.body;
    return { office_location_id: before.id, ...kept, ...address };
  });
}
