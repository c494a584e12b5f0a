import { noCodes } from '../../../model/invites/brought-codes.ts';
import { holdCodes } from '../../../model/invites/held-codes.ts';
import type { Failed } from '../../../model/invites/invite-calls.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import narrow from '../../../ui/narrow-page.module.css';
import { NarrowPage } from '../../../ui/narrow-page.tsx';

interface InviteFailedProps {
  readonly failed: Failed;
  readonly onAgain: () => void;
}

/** An invite that opens nothing, or could not be asked about. */
export function InviteFailed({ failed, onAgain }: InviteFailedProps) {
  return (
    <NarrowPage>
      <h1>Your invite</h1>
      <Notice tone={failed.kind === 'offline' ? 'wait' : 'need'} role="alert">
        {failed.message}
      </Notice>
      <div className={narrow.actions}>
        {failed.kind === 'offline' ? (
          <Button tone="primary" onClick={onAgain}>
            Try again
          </Button>
        ) : null}
        <Button onClick={() => holdCodes(noCodes)}>Register without an invite</Button>
      </div>
    </NarrowPage>
  );
}
