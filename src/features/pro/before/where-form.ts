import * as v from 'valibot';
import { clientPlaces } from '../../../../sync/collections/session-place.ts';
import { errorTexts } from '../../../../sync/protocol/error-codes.ts';
import { everyPlace } from '../../../model/sessions/client-place.ts';

export const whereSchema = v.object({
  client_state: v.pipe(v.string(), v.picklist(clientPlaces, errorTexts.invalid_arguments)),
  license_reason: v.pipe(v.string(), v.trim(), v.maxLength(300, 'At most 300 characters')),
  /** Kept with what is typed: the version that was on screen when it was begun. */
  seen: v.string(),
});
export type WhereValues = v.InferInput<typeof whereSchema>;
export type WhereSaid = v.InferOutput<typeof whereSchema>;

export const whereWords = {
  client_state: 'State',
  license_reason: 'Why you hold it there (optional)',
  seen: '',
} as const;

/** Every place, and that nothing was said yet. */
export const placeOptions = [{ value: '', label: 'Please choose' }, ...everyPlace];

/** Why a session is held where its client is. Whoever took a series over has a licence of her own to think of: what somebody else gave as a reason for it is not hers. */
export function reasonOf(
  { license_reason = '', said_by }: { readonly license_reason?: string | undefined; readonly said_by: string },
  shown: { readonly isOwn: boolean; readonly isOfSeries: boolean; readonly sub: string },
): string {
  return shown.isOfSeries && shown.isOwn && said_by !== shown.sub ? '' : license_reason;
}
