import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Slot } from '../../../../sync/domain/free-slots.ts';
import { addDays, clockTime, relativeDay, shortDay, zoneName, zonesDiffer } from '../../../lib/time.ts';
import type { WhyNone } from '../../../model/sessions/availability-slots.ts';
import { useFreeSlots, windowDays } from '../../../model/sessions/use-free-slots.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { FindTimeProps } from './find-time.tsx';
import { slotDays } from './find-time-shown.ts';
import styles from './find-time.module.css';

/** So many days, and times of each, are shown at once: a choice, and no timetable. */
const shownDays = 3;
const shownTimes = 8;

interface FindTimeDaysProps extends Pick<FindTimeProps, 'clinician' | 'isOwn' | 'minutes' | 'wanted'> {
  readonly zone: string;
  readonly formZone: string;
  readonly today: string;
  readonly from: string;
  readonly onTake: (slot: Slot) => void;
}

/** From which date on is looked, and which of the days with free times is shown first. */
interface Page {
  readonly first: string;
  readonly at: number;
}

/** The next free times, by day; where there are none, why, and what to do about it. */
export function FindTimeDays({
  clinician,
  isOwn,
  minutes,
  wanted,
  zone,
  formZone,
  today,
  from,
  onTake,
}: FindTimeDaysProps) {
  const [pages, setPages] = useState<readonly Page[]>([{ first: from, at: 0 }]);
  const [opened, setOpened] = useState<string | null>(null);
  const { first, at } = pages.at(-1) ?? { first: from, at: 0 };
  const found = useFreeSlots({ clinician, first, zone, minutes, wanted });
  if (clinician === '') return <p className={styles.soft}>Please choose first whom the session is with.</p>;
  if (!(minutes > 0)) return <p className={styles.soft}>Please say first how long the session is.</p>;
  if (!found) return <Skeleton lines={3} label="Looking for free times" />;
  const days = slotDays(found.slots);
  const last = addDays(first, windowDays - 1);
  const isMore = at + shownDays < days.length;
  const go = (page: Page): void => setPages([...pages, page]);
  const earlier =
    pages.length > 1 ? (
      <Button tone="quiet" onClick={() => setPages(pages.slice(0, -1))}>
        Earlier
      </Button>
    ) : null;
  const further = { first: addDays(first, windowDays), at: 0 };
  if (found.why)
    return (
      <div className={styles.none}>
        <p>{noneWords(found.why, { isOwn, span: `${shortDay(first, today)} to ${shortDay(last, today)}`, today })}</p>
        <div className={styles.more}>
          {earlier}
          {found.why.kind === 'full' || found.why.kind === 'away' ? (
            <Button onClick={() => go(further)}>Look further ahead</Button>
          ) : null}
          {isOwn ? (
            <Link to="/pro-dashboard/settings/availability" className={buttonClass('quiet')}>
              Your availability
            </Link>
          ) : null}
        </div>
      </div>
    );
  return (
    <div className={styles.days}>
      {zonesDiffer(zone, formZone, `${first}T12:00:00.000Z`) ? (
        <p className={styles.soft}>These times are in {zoneName(zone)}.</p>
      ) : null}
      {days.slice(at, at + shownDays).map(({ date, slots }) => {
        const isWhole = opened === date || slots.length <= shownTimes;
        const day = relativeDay(date, today);
        const short = shortDay(date, today);
        return (
          <section key={date} className={styles.day} aria-label={short}>
            <h3 className={styles.date}>
              {day === short || !/^(Today|Tomorrow)/.test(day) ? short : `${day}, ${short}`}
            </h3>
            <ul className={styles.times}>
              {(isWhole ? slots : slots.slice(0, shownTimes - 1)).map((slot) => (
                <li key={slot.start}>
                  <Button wide onClick={() => onTake(slot)}>
                    <span className="visually-hidden">{short}, </span>
                    {clockTime(slot.start, zone)}
                  </Button>
                </li>
              ))}
              {isWhole ? null : (
                <li>
                  <Button tone="quiet" wide onClick={() => setOpened(date)}>
                    {slots.length - shownTimes + 1} more<span className="visually-hidden"> on {short}</span>
                  </Button>
                </li>
              )}
            </ul>
          </section>
        );
      })}
      <div className={styles.more}>
        {earlier}
        <Button tone="quiet" onClick={() => go(isMore ? { first, at: at + shownDays } : further)}>
          Later days
        </Button>
      </div>
    </div>
  );
}

interface NoneAround {
  readonly isOwn: boolean;
  readonly span: string;
  readonly today: string;
}

/** Why no free time can be offered, in a sentence. */
function noneWords(why: WhyNone, { isOwn, span, today }: NoneAround): string {
  switch (why.kind) {
    case 'no-hours':
      return isOwn
        ? 'You have not said yet when you can be booked.'
        : 'This clinician has not said yet when they can be booked.';
    case 'not-for-this':
      return `None of ${isOwn ? 'your' : 'their'} hours are for this place and session type.`;
    case 'away':
      return `${isOwn ? 'You are' : 'They are'} away until ${shortDay(why.until, today)}.`;
    case 'too-far':
      return `That is further ahead than ${isOwn ? 'your' : 'their'} rules let anybody be offered a time.`;
    case 'full':
      return `Nothing is free from ${span}.`;
  }
}
