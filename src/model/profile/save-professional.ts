import { notTakenMessage } from '../../forms/save-state.ts';
import type { SendResult } from '../../forms/use-orchid-form.ts';
import type { ArgsOf, MutatorName, OrchidClient } from '../../lib/model.ts';
import { answerOf } from '../work/answer-of.ts';

/** So long a person waits for the server's word before she goes on. */
const longestWaitMs = 3000;

/** [C-619, C-620, S-376] What stands before the reason. */
const prefixes = {
  'orchid_pro_type.create': 'failed to create new orchid pro type: ',
  'orchid_pro_type.update': 'failed to update orchid pro type: ',
  'professional_record.save': 'failed to update orchid pro info: ',
} as const;
type Saving = keyof typeof prefixes & MutatorName;

export type SavedOwn =
  | { readonly kind: 'saved'; readonly ids: readonly string[] }
  | Extract<SendResult, { message: string }>;

/**
 * Saves something that a professional says of herself: durable on this device, and with a network answered by the server within
 * three seconds, or on its way. Made again after a refusal, it takes the place of what was refused.
 */
export async function saveOwn<Name extends Saving>(
  client: Pick<OrchidClient, 'mutate' | 'watchWork' | 'pending' | 'attention' | 'status'>,
  name: Name,
  args: ArgsOf<Name>,
): Promise<SavedOwn> {
  const failed = (message: string): SavedOwn => ({ kind: 'not-saved', message: `${prefixes[name]}${message}` });
  try {
    const refused = (await client.attention()).find((one) => one.name === name);
    const result = await client.mutate(name, args, { keepAs: name, ...(refused ? { replaces: refused.uid } : {}) });
    if (result.kind !== 'saved') return failed(result.message);
    const answer = await answerOf(client, result.uid, longestWaitMs);
    return answer.kind === 'refused' ? failed(answer.message) : { kind: 'saved', ids: result.ids };
  } catch {
    // What the engine threw is in its log.
    return failed(notTakenMessage);
  }
}
