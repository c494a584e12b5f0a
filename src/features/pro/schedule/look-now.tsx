import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { Look } from './use-look.ts';

interface LookNowProps {
  readonly look: Look;
  readonly onLook: () => void;
  /** What is there now, in a sentence. */
  readonly children: ReactNode;
}

/** Offers to see what is there now, and says it once one has looked. */
export function LookNow({ look, onLook, children }: LookNowProps) {
  return (
    <>
      {look.seen ? (
        <Notice tone="wait" role="alert" title="Meanwhile it was changed">
          {children} Saving writes what you changed over that.
        </Notice>
      ) : null}
      {look.isAsked ? <Button onClick={onLook}>See what is there now</Button> : null}
    </>
  );
}
