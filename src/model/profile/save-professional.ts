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
/** [S-386] Where what she said so far is not on this device yet. */
const notLoaded = 'Orchid Pro data is not available';

type Saving = keyof typeof prefixes & MutatorName;

export type SavedOwn =
  | { readonly kind: 'saved'; readonly ids: readonly string[] }
  | Extract<SendResult, { message: string }>;

/** By what was saved, for as long as this page lives: the change that the server refused. */
const refused = new Map<string, string>();

/**
 * Saves something that a professional says of herself: durable on this device, and with a network answered by the server within
 * three seconds, or on its way. `part` names what of it is said: saved again after a refusal, it takes the place of what was refused,
 * and of nothing else.
 */
export async function saveOwn<Name extends Saving>(
  client: Pick<OrchidClient, 'mutate' | 'watchWork' | 'pending' | 'attention' | 'status'>,
  name: Name,
  args: ArgsOf<Name>,
  part: string,
): Promise<SavedOwn> {
  const failed = (message: string): SavedOwn => ({ kind: 'not-saved', message: `${prefixes[name]}${message}` });
  const place = `${name} ${part}`;
  const before = refused.get(place);
  try {
    const isThere = before !== undefined && (await client.attention()).some(({ uid }) => uid === before);
    const result = await client.mutate(name, args, isThere ? { replaces: before } : {});
    if (result.kind === 'rejected' && result.code === 'not_found' && name === 'professional_record.save')
      return { kind: 'not-saved', message: notLoaded };
    if (result.kind !== 'saved') return failed(result.message);
    refused.delete(place);
    const answer = await answerOf(client, result.uid, longestWaitMs);
    if (answer.kind !== 'refused') return { kind: 'saved', ids: result.ids };
    refused.set(place, result.uid);
    return failed(answer.message);
  } catch {
    // What the engine threw is in its log.
    return failed(notTakenMessage);
  }
}
