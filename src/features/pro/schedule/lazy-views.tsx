import type { ComponentType, ReactNode } from 'react';
import { lazyPart, type LazyPart } from '../../../lib/lazy-part.tsx';
import { loadAgain } from '../../../lib/load-again.ts';
import { isLoadFailure, notHereWords } from '../../../lib/load-failure.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { DaysViewProps } from './days-view.tsx';
import type { ListViewPlace } from './list-view-days.tsx';
import type { MonthViewProps } from './month-view.tsx';

const hours = lazyPart<Omit<DaysViewProps, 'Hours'>>(
  loadAgain(
    () => import('./hours-view.tsx'),
    (module) => module.HoursView,
  ),
);
const list = lazyPart<ListViewPlace>(
  loadAgain(
    () => import('./list-view.tsx'),
    (module) => module.ListView,
  ),
);
const month = lazyPart<MonthViewProps>(
  loadAgain(
    () => import('./month-view.tsx'),
    (module) => module.MonthView,
  ),
);

/** A view that comes late, or says in its place that it did not; the rest of the calendar goes on. */
export function viewOf<Props extends object>(Part: LazyPart<Props>): ComponentType<Props> {
  const part = {
    loading: <Skeleton lines={6} label="Opening the days" />,
    failed: (retry: () => void, error: unknown): ReactNode => {
      // The screen says of a bug of ours what there is to say.
      if (!isLoadFailure(error)) throw error;
      return <ViewMissing onRetry={retry} />;
    },
  };
  return (props) => <Part part={part} props={props} />;
}

/** A browser may remember of a script that it could not be fetched: then only loading the page anew brings it (`load-again.ts`). */
function ViewMissing({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <Notice
      tone="wait"
      role="alert"
      title={notHereWords}
      actions={
        <>
          <Button
            onClick={({ currentTarget }) => {
              // The calendar keeps the focus when the button is gone, and with it its keys.
              currentTarget.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
              onRetry();
            }}
          >
            Try again
          </Button>
          <Button onClick={() => location.reload()}>Reload this page</Button>
        </>
      }
    >
      You can still open each day as a list. What was saved on this device is safe.
    </Notice>
  );
}

/** The hours, the list and the month: fetched when they are first shown, since most who open the calendar open a day. */
export const LazyHoursView = viewOf(hours);
export const LazyListView = viewOf(list);
export const LazyMonthView = viewOf(month);

/** Asks for the other views ahead, where somebody is about to choose one. Not offline: a browser may remember that it failed. */
export const preloadViews = (): void => {
  if (navigator.onLine) for (const view of [hours, list, month]) void view.preload();
};
