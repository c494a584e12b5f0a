import { useEffect, useState } from 'react';
import { askRecoveryFacts, type RecoveryFacts } from '../../../model/passwords/recovery-facts.ts';

/** With what this account is opened, as the server says; `undefined`: not known yet, null: no answer came. */
export function useRecoveryFacts(): {
  readonly facts: RecoveryFacts | null | undefined;
  readonly askAgain: () => void;
} {
  const [facts, setFacts] = useState<RecoveryFacts | null | undefined>();
  useEffect(() => void askRecoveryFacts().then(setFacts), []);
  return { facts, askAgain: () => void askRecoveryFacts().then(setFacts) };
}
