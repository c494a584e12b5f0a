import { Outlet, useMatches, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { lazySheet } from '../../../forms/lazy-sheet.tsx';
import { loadAgain } from '../../../lib/load-again.ts';
import { zoneIfElsewhere } from '../../../lib/device-elsewhere.ts';
import { dateIn, mondayOf } from '../../../lib/time.ts';
import { useUpTo } from '../../../lib/use-layout.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useRecord } from '../../../lib/use-records.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { useWorkKind } from '../../../model/people/use-work-kind.ts';
import { classes } from '../../../ui/classes.ts';
import type { BlockSheetProps } from './block-sheet.tsx';
import { CalendarActsContext, type CalendarActs } from './calendar-acts.ts';
import { DayAgenda } from './day-agenda.tsx';
import { HeldDays } from './held-days.tsx';
import type { EditSessionSheetProps } from './edit-session-sheet.tsx';
import { LazyHoursView, LazyListView, LazyMonthView, preloadViews } from './lazy-views.tsx';
import type { NewSessionSheetProps } from './new-session-sheet.tsx';
import { RefusedBookings } from './refused-bookings.tsx';
import { RefusedSeries } from './series-refused.tsx';
import { ScheduleHead, stepped } from './schedule-head.tsx';
import { useUndoBar } from './undo-bar.tsx';
import { calendarKeys } from './use-calendar-keys.ts';
import styles from './schedule.module.css';

const NewSessionSheet = lazySheet<NewSessionSheetProps>(
  'New session',
  loadAgain(
    () => import('./new-session-sheet.tsx'),
    (module) => module.NewSessionSheet,
  ),
);
const EditSessionSheet = lazySheet<EditSessionSheetProps>(
  'Edit session',
  loadAgain(
    () => import('./edit-session-sheet.tsx'),
    (module) => module.EditSessionSheet,
  ),
);
const BlockSheet = lazySheet<BlockSheetProps>(
  'Block time',
  loadAgain(
    () => import('./block-sheet.tsx'),
    (module) => module.BlockSheet,
  ),
);
const KeysSheet = lazySheet(
  'Keys',
  loadAgain(
    () => import('./keys-sheet.tsx'),
    (module) => module.KeysSheet,
  ),
);

/** What is open above the calendar. */
type Opened =
  | { readonly kind: 'book'; readonly props: Omit<NewSessionSheetProps, 'onClose'> }
  | { readonly kind: 'edit'; readonly props: Omit<EditSessionSheetProps, 'onClose'> }
  | { readonly kind: 'block'; readonly props: Omit<BlockSheetProps, 'onClose'> }
  | { readonly kind: 'keys' };

/** [C-149] Days at the left, what was chosen at the right; on phones one after the other. */
export function SchedulePage() {
  const { date: asked, view = 'day', by, client } = useSearch({ from: '/pro-dashboard/schedule' });
  const { appointmentId, intervalId } = useParams({ strict: false });
  const path = useMatches().at(-1)?.fullPath ?? '';
  const navigate = useNavigate();
  const { zone } = useMe();
  const kind = useWorkKind();
  const now = useNow();
  const today = dateIn(now, zone);
  const opened = useRecord('appointment', appointmentId ?? null);
  const openedDate = !opened.loading && opened.value ? dateIn(opened.value.body.start, zone) : null;
  const date = asked ?? openedDate ?? today;
  const isByHours = view === 'day' && by === 'hours';
  const [sheet, setSheet] = useState<Opened | null>(null);
  const { bar, tell } = useUndoBar();
  const acts = useMemo<CalendarActs>(
    () => ({
      book: kind === 'clinician' || kind === 'desk' ? (begun) => setSheet({ kind: 'book', props: { begun } }) : null,
      block: kind === 'clinician' ? (begun) => setSheet({ kind: 'block', props: { begun } }) : null,
      edit: (session, name, moved) => setSheet({ kind: 'edit', props: { session, name, moved: moved ?? null } }),
      editBlock: (block) => setSheet({ kind: 'block', props: { block } }),
      tell,
    }),
    [kind, setSheet, tell],
  );
  const go: Parameters<typeof ScheduleHead>[0]['onGo'] = (to) =>
    void navigate({
      to: '/pro-dashboard/schedule',
      search: {
        date: to.date === today ? undefined : (to.date ?? date),
        view: to.view ?? view,
        by: 'by' in to ? to.by : by,
      },
    });
  const isPreview = path.endsWith('/day-preview');
  const isOpen = appointmentId !== undefined || intervalId !== undefined || isPreview;
  const isWide = view === 'week' || view === 'month';
  const hasRoomBeside = !useUpTo('desk') && !isWide;
  // Once drawn it stays, out of sight: what was typed there, and a way back that stands there, are not lost to a turned screen.
  const [isAsideDrawn, setAsideDrawn] = useState(false);
  if (hasRoomBeside && !isAsideDrawn) setAsideDrawn(true);
  // The palette opens an address; what it opens is closed with it.
  const isNew = path.endsWith('/new');
  const current: Opened | null =
    sheet ??
    (isNew && acts.book ? { kind: 'book', props: { begun: { date, ...(client ? { chartId: client } : {}) } } } : null);
  const close = (): void => {
    setSheet(null);
    if (isNew) void navigate({ to: '/pro-dashboard/schedule', search: { date: asked, view, by }, replace: true });
  };
  const openId = appointmentId ?? intervalId;

  return (
    <CalendarActsContext value={acts}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its keys work for whatever in it has the focus */}
      <div
        className={classes(styles.page, isWide && styles.wide)}
        data-open={isOpen ? '' : undefined}
        tabIndex={-1}
        onKeyDown={calendarKeys({
          onToday: () => go({ date: today }),
          onStep: (way) => go({ date: stepped(date, view, way) }),
          onNew: acts.book && (() => acts.book?.({ date })),
          onHelp: () => setSheet({ kind: 'keys' }),
        })}
      >
        <div className={styles.main}>
          <ScheduleHead
            {...{ date, today, view, isByHours, acts }}
            elsewhere={zoneIfElsewhere(zone, now)}
            onGo={go}
            onNear={preloadViews}
            onKeys={() => setSheet({ kind: 'keys' })}
          />
          <RefusedBookings onAgain={(again) => setSheet({ kind: 'book', props: { begun: {}, again } })} />
          <RefusedSeries onAgain={(again) => setSheet({ kind: 'book', props: { begun: {}, again } })} />
          {view === 'month' ? (
            <LazyMonthView {...{ date, today, openId }} preview={isPreview ? date : null} />
          ) : view === 'week' ? (
            <LazyHoursView first={mondayOf(date)} count={7} {...{ view, today, openId }} />
          ) : view === 'list' ? (
            <LazyListView first={date} {...{ today, openId }} />
          ) : isByHours ? (
            <LazyHoursView first={date} count={1} {...{ view, today, openId }} />
          ) : (
            <DayAgenda date={date} today={today} openId={openId} />
          )}
          {view === 'week' ? <HeldDays first={mondayOf(date)} count={7} /> : null}
          {view === 'day' ? <HeldDays first={date} count={1} /> : null}
        </div>
        <aside className={styles.side}>{isOpen || isAsideDrawn ? <Outlet /> : null}</aside>
        {bar}
        {current?.kind === 'book' ? <NewSessionSheet {...current.props} onClose={close} /> : null}
        {current?.kind === 'edit' ? <EditSessionSheet {...current.props} onClose={close} /> : null}
        {current?.kind === 'block' ? <BlockSheet {...current.props} onClose={close} /> : null}
        {current?.kind === 'keys' ? <KeysSheet onClose={close} /> : null}
      </div>
    </CalendarActsContext>
  );
}
