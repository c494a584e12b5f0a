import { CalendarSearch } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { WantedSession } from '../../../../sync/domain/free-slots.ts';
import { clockSpan, dateIn, localTimeIn, shortDay } from '../../../lib/time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { usePracticeZone } from '../../../model/sessions/use-availability.ts';
import { Button } from '../../../ui/button.tsx';
import { FindTimeDays } from './find-time-days.tsx';
import styles from './find-time.module.css';

export interface FindTimeProps {
  readonly clinician: string;
  /** Whether it is one's own time that is looked through. */
  readonly isOwn: boolean;
  readonly minutes: number;
  readonly wanted: WantedSession;
  /** The clock of the form that takes the time. */
  readonly zone: string;
  /** The day that stands in the form: nothing before it is looked at. */
  readonly date: string;
  /** By the clock of the form. */
  readonly onTake: (local: string) => void;
}

/** Opens the next free times of a clinician, and puts the one that is pressed into the form: two presses. */
export function FindTime({ date, zone, minutes, onTake, ...asked }: FindTimeProps) {
  const id = useId();
  const practiceZone = usePracticeZone();
  const today = dateIn(useNow(), practiceZone);
  const [isOpen, setOpen] = useState(false);
  const [taken, setTaken] = useState<{ readonly start: string; readonly end: string } | null>(null);
  const boxRef = useRef<HTMLDivElement>(null);
  return (
    <div className={styles.find} ref={boxRef}>
      <div className={styles.ask}>
        <Button
          icon={<CalendarSearch size={17} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          Find a time
        </Button>
        {/* For who hears it: the fields below show it. */}
        <output className="visually-hidden">
          {taken === null || isOpen
            ? null
            : `${shortDay(dateIn(taken.start, practiceZone), today)}, ${clockSpan(taken, practiceZone)} is chosen.`}
        </output>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen ? (
          <FindTimeDays
            {...asked}
            minutes={minutes}
            formZone={zone}
            zone={practiceZone}
            today={today}
            from={date > today ? date : today}
            onTake={(slot) => {
              onTake(localTimeIn(slot.start, zone));
              setTaken(slot);
              setOpen(false);
              // What was pressed goes away: the focus stays where it came from.
              boxRef.current?.querySelector('button')?.focus();
            }}
          />
        ) : null}
      </div>
    </div>
  );
}
