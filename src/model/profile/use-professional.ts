import type { InferOutput } from 'valibot';
import { accountScope, practiceScope } from '../../../sync/collections/classes.ts';
import type { license } from '../../../sync/collections/license.ts';
import type { officeLocation } from '../../../sync/collections/office-location.ts';
import type { orchidProType } from '../../../sync/collections/orchid-pro-type.ts';
import type { ProfessionalRecord } from '../../../sync/collections/professional-record.ts';
import { prefixRange } from '../../../sync/core/index-key.ts';
import { useSub } from '../../lib/client-context.ts';
import { useIsDamaged, useRange, useRecord } from '../../lib/use-records.ts';
import { useAccountRecord } from '../people/use-account.ts';

interface Held<Body> {
  readonly id: string;
  readonly body: Body;
}

export type HeldLocation = Held<InferOutput<(typeof officeLocation)['body']>>;
export type HeldLicense = Held<InferOutput<(typeof license)['body']>>;
export type HeldType = Held<InferOutput<(typeof orchidProType)['body']>>;

/** What a professional has said of herself, as it lies on this device. */
export interface KnownProfessional {
  readonly name: { readonly first_name: string; readonly last_name: string };
  readonly record: ProfessionalRecord;
  readonly types: readonly HeldType[];
  readonly licenses: readonly HeldLicense[];
  readonly locations: readonly HeldLocation[];
}

const nothingSaid: ProfessionalRecord = { confirmed: {}, signup_form_finished: true, modify_datetime: '' };

/** The signed-in professional; null until all of it has been read. */
export function useProfessional(): KnownProfessional | null {
  const sub = useSub();
  const account = useAccountRecord();
  const body = account.loading ? undefined : account.value?.body;
  const record = useRecord('professional_record', sub || null);
  const practised = useRecord('professional', sub || null);
  const own = sub === '' ? null : { index: 'account' as const, ...prefixRange(accountScope(sub)) };
  const types = useRange(own && { collection: 'orchid_pro_type' as const, ...own });
  const licenses = useRange(own && { collection: 'license' as const, ...own });
  const practice = body?.practice_id;
  const locations = useRange(
    practice === undefined
      ? null
      : { collection: 'office_location' as const, index: 'practice' as const, ...prefixRange(practiceScope(practice)) },
  );
  if (!body || record.loading || practised.loading || types.loading || licenses.loading || locations.loading)
    return null;
  return {
    name: body,
    // A degree that the practice has known since before there was such a record is hers too.
    record: { medical_degree: practised.value?.body.medical_degree ?? '', ...(record.value?.body ?? nothingSaid) },
    types: types.value.filter((one) => one.body.marked_deleted_datetime === null),
    licenses: licenses.value,
    locations: locations.value,
  };
}

/** Whether what she said came damaged, and is being fetched again. */
export function useIsProfessionalDamaged(): boolean {
  return useIsDamaged('professional_record', useSub());
}

/** [C-354] Whether quick intake is still to be finished; null until that is known. Who was there before it has. */
export function useIsIntakeOpen(): boolean | null {
  const sub = useSub();
  const record = useRecord('professional_record', sub || null);
  return record.loading ? null : record.value?.body.signup_form_finished === false;
}
