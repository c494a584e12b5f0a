import { useState } from 'react';
import { useStatus } from '../../lib/client-context.ts';
import { dateAndTime } from '../../lib/time.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useMe } from '../people/use-account.ts';
import { endCalendarLink, type CalendarLink } from './calendar-link-calls.ts';

interface EndCalendarLinkProps {
  readonly link: CalendarLink;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** [FD-1] Asks once before a link opens nothing any more: it cannot be brought back. */
export function EndCalendarLink({ link, onClose, onDone }: EndCalendarLinkProps) {
  const { online } = useStatus();
  const { zone } = useMe();
  const [state, setState] = useState<'asked' | 'busy' | 'failed'>('asked');
  async function end(): Promise<void> {
    setState('busy');
    if (await endCalendarLink(link.feed_id)) onDone();
    else setState('failed');
  }
  return (
    <Sheet
      open
      title="End this link?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button tone="danger" disabled={state === 'busy' || !online} onClick={() => void end()}>
            End link
          </Button>
        </>
      }
    >
      <p>
        Made on {dateAndTime(link.create_datetime, zone)}. The other calendar program gets nothing more by it. What it
        has fetched may stay there until you take the calendar out.
      </p>
      {online ? null : <Notice tone="wait">This needs a connection.</Notice>}
      {state === 'failed' ? (
        <Notice tone="need" role="alert">
          That did not work just now. Please try again.
        </Notice>
      ) : null}
    </Sheet>
  );
}
