import * as v from 'valibot';
import type { AttentionItem } from '../../../sync/client/api.ts';
import { unwantedInviteDetail, unwantedInviteText } from '../../../sync/protocol/email-preference.ts';

/** Why a change was refused: in the words of its code, or, where the refusal says more exactly why, in those. */
export function refusalWords({ code, detail, message }: Pick<AttentionItem, 'code' | 'detail' | 'message'>): string {
  return code === 'no_email' && v.is(unwantedInviteDetail, detail) ? unwantedInviteText : message;
}
