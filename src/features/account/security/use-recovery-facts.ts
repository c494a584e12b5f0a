import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { recoveryFacts } from '../../../../sync/protocol/recovery-message.ts';
import { fetchApi } from '../../../../sync/web/fetch-api.ts';

export type RecoveryFacts = v.InferOutput<typeof recoveryFacts>;

async function askFacts(): Promise<RecoveryFacts | null> {
  const answer = await fetchApi.call('GET', '/api/login/v1/recovery_code').catch(() => null);
  const parsed = v.safeParse(recoveryFacts, answer?.body);
  return answer?.status === 200 && parsed.success ? parsed.output : null;
}

/** With what this account is opened, as the server says; `undefined`: not known yet, null: no answer came. */
export function useRecoveryFacts(): {
  readonly facts: RecoveryFacts | null | undefined;
  readonly askAgain: () => void;
} {
  const [facts, setFacts] = useState<RecoveryFacts | null | undefined>();
  useEffect(() => void askFacts().then(setFacts), []);
  return { facts, askAgain: () => void askFacts().then(setFacts) };
}
