import type { MemberFacts } from '../../../sync/collections/member-profile.ts';
import { notTakenMessage } from '../../forms/save-state.ts';
import type { SendResult } from '../../forms/use-orchid-form.ts';
import type { OrchidClient } from '../../lib/model.ts';

/** [C-618] Saves what a member says of themselves, on this device; where that fails it says why, and nothing was kept. */
export async function saveMember(client: Pick<OrchidClient, 'mutate'>, facts: MemberFacts): Promise<SendResult> {
  const failed = (message: string): SendResult => ({
    kind: 'not-saved',
    message: `failed to save member info: ${message}`,
  });
  try {
    const result = await client.mutate('member_profile.save', facts);
    return result.kind === 'saved' ? { kind: 'saved' } : failed(result.message);
  } catch {
    // What the engine threw is in its log.
    return failed(notTakenMessage);
  }
}
