import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { Button, type ButtonTone } from '../../ui/button.tsx';
import { fileOfSession } from './calendar-file-session.ts';
import type { Session } from './use-own-sessions.ts';

interface CalendarFileButtonProps {
  readonly session: Session;
  readonly now: string;
  /** All that a calendar elsewhere says of it. */
  readonly title: 'Appointment' | 'Busy';
  readonly tone?: ButtonTone;
}

/** Gives a session to another calendar program, as a file made on this device: with or without a network. */
export function CalendarFileButton({ session, now, title, tone = 'plain' }: CalendarFileButtonProps) {
  const [isFailed, setFailed] = useState(false);
  async function give(): Promise<void> {
    setFailed(false);
    // What goes wrong here is the browser's: the session stands as it is.
    await fileOfSession(session, title, now).then(save, () => setFailed(true));
  }
  return (
    <>
      <Button tone={tone} icon={<CalendarPlus size={16} aria-hidden />} onClick={() => void give()}>
        Add to calendar
      </Button>
      {isFailed ? <span role="alert">The file could not be made.</span> : null}
    </>
  );
}

/** One name for every session: the file says nothing by what it is called. */
function save(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'appointment.ics';
  link.click();
  URL.revokeObjectURL(url);
}
