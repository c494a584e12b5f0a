import * as v from 'valibot';
import { recoveryFacts } from '../../../sync/protocol/recovery-message.ts';
import { fetchApi } from '../../../sync/web/fetch-api.ts';

export type RecoveryFacts = v.InferOutput<typeof recoveryFacts>;

/** With what this account is opened, as the server says; null: no answer came. */
export async function askRecoveryFacts(): Promise<RecoveryFacts | null> {
  const answer = await fetchApi.call('GET', '/api/login/v1/recovery_code').catch(() => null);
  const parsed = v.safeParse(recoveryFacts, answer?.body);
  return answer?.status === 200 && parsed.success ? parsed.output : null;
}
