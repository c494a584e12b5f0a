import { clockSpan, dateIn, shortDay } from '../../../lib/time.ts';
import type { FreeTime } from '../../../model/sessions/free-times.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './session-sheet.module.css';

interface FreeChoicesProps {
  readonly times: readonly FreeTime[];
  readonly zone: string;
  readonly today: string;
  readonly disabled?: boolean;
  readonly onTake: (time: FreeTime) => void;
}

/** The nearest free times, each one tap. */
export function FreeChoices({ times, zone, today, disabled = false, onTake }: FreeChoicesProps) {
  if (times.length === 0) return <span className={styles.none}>Nothing is free within two weeks.</span>;
  return (
    <fieldset className={styles.choices}>
      <legend>Nearest free times</legend>
      {times.map((time) => (
        <Button key={time.start} disabled={disabled} onClick={() => onTake(time)}>
          {shortDay(dateIn(time.start, zone), today)}, {clockSpan(time, zone)}
        </Button>
      ))}
    </fieldset>
  );
}
