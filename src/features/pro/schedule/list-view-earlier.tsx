import { History } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { longDay } from '../../../lib/time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { useEarlierSessions } from '../../../model/sessions/use-earlier-sessions.ts';
import { useNamedSessions } from '../../../model/sessions/use-named-sessions.ts';
import { Button } from '../../../ui/button.tsx';
import { ListViewDays, type ListViewPlace } from './list-view-days.tsx';
import styles from './list-view.module.css';

/** [S-278, S-279] What lies before the days of the list, a page at a time: any session on the device can be reached. */
export function ListViewEarlier({ first, today, openId }: ListViewPlace) {
  const { zone } = useMe();
  const now = useNow();
  const { sessions, isShared, isBegun, isWhole, hasFailed, more } = useEarlierSessions(first);
  const named = useNamedSessions(sessions, isShared);
  const partRef = useRef<HTMLDivElement>(null);
  /** Which day stood first when more was asked for; null: nobody asked. */
  const askedAt = useRef<string | null>(null);
  const earliest = named[0]?.session.id;

  // More comes above what one was looking at: that stays in sight, with the last of what came over it.
  useLayoutEffect(() => {
    const part = partRef.current;
    if (askedAt.current === null || earliest === undefined || !part) return undefined;
    const before = part.querySelector(`[data-list-day="${askedAt.current}"]`) ?? part.querySelector('[data-list-end]');
    askedAt.current = null;
    return before ? keepInSight(before) : undefined;
  }, [earliest]);

  const end = longDay(first, today);
  return (
    <div className={styles.earlier} ref={partRef}>
      {isWhole ? null : (
        <Button
          icon={<History size={16} aria-hidden />}
          onClick={() => {
            askedAt.current = partRef.current?.querySelector<HTMLElement>('[data-list-day]')?.dataset['listDay'] ?? '';
            void more();
          }}
        >
          Earlier sessions
        </Button>
      )}
      <output className={styles.days}>
        {hasFailed
          ? 'This device did not answer. Please try again.'
          : !isBegun
            ? null
            : sessions.length === 0
              ? `No sessions before ${end} on this device.`
              : isWhole
                ? `All sessions before ${end} that are on this device.`
                : `${sessions.length} sessions before ${end}; there may be more.`}
      </output>
      {named.length > 0 ? <ListViewDays sessions={named} {...{ zone, now, today, first, openId }} /> : null}
      <span data-list-end="" />
    </div>
  );
}

/** Frames after which every day that came into sight has its own height. */
const framesToSettle = 8;

/** Scrolls to it, and again while the days around it, which come into sight by that, take the room that they need. Returns how to stop. */
function keepInSight(element: Element): () => void {
  let left = framesToSettle;
  let frame = 0;
  const scroll = (): void => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    left -= 1;
    if (left > 0) frame = requestAnimationFrame(scroll);
  };
  scroll();
  return () => cancelAnimationFrame(frame);
}
