import { useEffect, useState } from 'react';
import type { SeenRecord } from '../../../../sync/client/api.ts';
import type { ChartInvite } from '../../../../sync/collections/chart-invite.ts';
import { dateIn, fullDate } from '../../../lib/time.ts';
import { readPaperCode } from '../../../model/invites/invite-calls.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import styles from './paper-sheet.module.css';

export interface PaperSheetProps {
  readonly invite: SeenRecord<ChartInvite>;
  readonly name: string;
  readonly zone: string;
  readonly onClose: () => void;
}

type Read = Awaited<ReturnType<typeof readPaperCode>>;

/** A code to hand over. It comes from the server when it is looked at, and stays on no device. */
export function PaperSheet({ invite, name, zone, onClose }: PaperSheetProps) {
  const [read, setRead] = useState<Read | null>(null);
  const { id, pending } = invite;
  useEffect(() => {
    if (pending) return undefined;
    let isShown = true;
    void readPaperCode(id).then((answer) => {
      if (isShown) setRead(answer);
    });
    return () => {
      isShown = false;
    };
  }, [id, pending]);
  return (
    <Sheet
      open
      title={`Code for ${name}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {read?.kind === 'good' ? (
            <Button tone="primary" onClick={() => print()}>
              Print
            </Button>
          ) : null}
        </>
      }
    >
      {pending ? <p>The code is there once this invite has reached the server.</p> : null}
      {read?.kind === 'good' ? (
        <div className={styles.paper}>
          <p>Your invite to Orchid</p>
          <p className={styles.code}>{`${read.code.slice(0, 5)}-${read.code.slice(5)}`}</p>
          <p>
            Open {location.origin}/join to use it with an account, or {location.origin}/member-register to make one. It
            asks for your birth date, works once, and until {fullDate(dateIn(invite.body.until, zone))}.
          </p>
        </div>
      ) : null}
      {read && read.kind !== 'good' ? (
        <Notice tone={read.kind === 'offline' ? 'wait' : 'need'} role="alert">
          {read.message}
        </Notice>
      ) : null}
    </Sheet>
  );
}
