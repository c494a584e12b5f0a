import { saveOwn, type SavedOwn } from '../../../model/profile/save-professional.ts';
import { seedSample } from '../../../model/sample/seed-sample.ts';
import type { FinishSaid } from './intake-values.ts';

type Client = Parameters<typeof saveOwn>[0] & Parameters<typeof seedSample>[0]['client'];

/**
 * [S-243] Finishes quick intake: what is confirmed is saved and, online, answered, so that this device knows that she has finished; then
 * the samples are made. [S-246] Whether those could be, nobody waits for: the way goes on.
 */
export async function finishIntake(
  client: Client,
  said: FinishSaid,
  report: (error: Error) => void,
): Promise<SavedOwn> {
  const saved = await saveOwn(client, 'professional_record.save', said, 'finish');
  if (saved.kind === 'saved') await seedSample({ client, report });
  return saved;
}
