import { useEffect, useState } from 'react';
import type { InviteLook } from '../../../sync/protocol/invite-message.ts';
import { lookAtInvite, type Failed } from './invite-calls.ts';

export type Looking = { readonly kind: 'looking' } | { readonly kind: 'good'; readonly look: InviteLook } | Failed;

/** What an invite says of itself, asked when the screen opens and by `again`; nothing is asked of an empty code. */
export function useInviteLook(chart: string, dob: string): { readonly state: Looking; readonly again: () => void } {
  const [round, setRound] = useState(0);
  const asked = `${round}|${chart}|${dob}`;
  const [answer, setAnswer] = useState<{ readonly asked: string; readonly state: Looking } | null>(null);
  useEffect(() => {
    if (chart === '') return undefined;
    let isShown = true;
    void lookAtInvite({ chart, dob }).then((state) => {
      if (isShown) setAnswer({ asked, state });
    });
    return () => {
      isShown = false;
    };
  }, [chart, dob, asked]);
  const state = answer?.asked === asked ? answer.state : ({ kind: 'looking' } as const);
  return { state, again: () => setRound(round + 1) };
}
