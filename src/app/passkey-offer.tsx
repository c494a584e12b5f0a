import { useEffect, useState } from 'react';
import { lazySheet } from '../forms/lazy-sheet.tsx';
import { loadAgain } from '../lib/load-again.ts';
import type { SecuritySheetProps } from '../features/account/security/security-sheet.tsx';
import { useClient, useSub } from '../lib/client-context.ts';
import { answerOffer, useOfferDue } from '../model/passkeys/passkey-offer.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

const SecuritySheet = lazySheet<SecuritySheetProps>(
  'Unlock without the password',
  loadAgain(
    () => import('../features/account/security/security-sheet.tsx'),
    (module) => module.SecuritySheet,
  ),
);

/** [PK-1] Once, after the second unlock, where this device could do it: never in the way of anything. */
export function PasskeyOffer() {
  const sub = useSub();
  const client = useClient();
  const isDue = useOfferDue(sub);
  const [isPossible, setPossible] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (isDue) void client.passkeyState().then((state) => setPossible(state === 'possible'));
  }, [client, isDue]);
  const decline = () => {
    // Also where storage is full and cannot keep the answer.
    setPossible(false);
    answerOffer(sub);
  };
  if (isOpen) return <SecuritySheet begin="passkey" onClose={() => setOpen(false)} />;
  if (!isDue || !isPossible) return null;
  return (
    <Notice
      tone="info"
      actions={
        <>
          <Button
            onClick={() => {
              setOpen(true);
              answerOffer(sub);
            }}
          >
            Turn it on
          </Button>
          <Button tone="quiet" onClick={decline}>
            No, thanks
          </Button>
        </>
      }
    >
      This device can open Orchid by your face, your finger or its own code, in place of your password.
    </Notice>
  );
}
