import { isOffAround, offWindow } from '../../../../sync/domain/session-windows.ts';
import { dateIn, daySpan } from '../../../lib/time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useSchedule } from '../../../model/sessions/use-schedule.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ListViewDays, type ListViewPlace } from './list-view-days.tsx';
import { ShownBar } from './shown-bar.tsx';
import styles from './list-view.module.css';

/** Days that the window touches, with those at which it begins and ends. */
const touchedDays = 26;

/** [S-401] The sessions around now that were cancelled, or to which somebody did not come. */
export function ListViewOff({ first, today, openId }: ListViewPlace) {
  const now = useNow();
  const { zone } = useMe();
  const { from, to } = offWindow(now);
  const days = daySpan(dateIn(from, zone), dateIn(to, zone));
  const schedule = useSchedule(dateIn(from, zone), touchedDays);
  const { sessions, nameOf, noteOf } = schedule;
  const off = sessions?.filter(({ body }) => isOffAround(body, now)) ?? null;
  return (
    <>
      <ShownBar schedule={schedule} />
      <p className={styles.days}>{days}: 15 days back and 10 ahead, whatever days are chosen above.</p>
      {off === null ? (
        <Skeleton lines={6} label="Opening the days" />
      ) : off.length === 0 ? (
        <EmptyState title="Nothing cancelled or missed">In these days no session was called off.</EmptyState>
      ) : (
        <ListViewDays
          sessions={off.map((session) => ({ session, name: nameOf(session), note: noteOf(session) }))}
          {...{ zone, now, today, first, openId }}
        />
      )}
    </>
  );
}
