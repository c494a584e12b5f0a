import { createContext, use, useEffect, useState } from 'react';
import { changePreference, readPreference, type Answer, type Token } from './preference-calls.ts';

/** With what the pages below ask. */
export const PreferenceToken = createContext<Token>(null);

/** What is sent to the address that these pages are about; null: not known yet. `change` answers what became of it. */
export function usePreference() {
  const token = use(PreferenceToken);
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    let isLeft = false;
    void readPreference(token).then((found) => (isLeft ? undefined : setAnswer(found)));
    return () => {
      isLeft = true;
    };
  }, [token]);
  return {
    answer,
    askAgain: () => {
      setAnswer(null);
      void readPreference(token).then(setAnswer);
    },
    change: (wish: Parameters<typeof changePreference>[1]) => changePreference(token, wish),
  };
}
