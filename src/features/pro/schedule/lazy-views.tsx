import type { ComponentType, ReactNode } from 'react';
import { lazyPart, type LazyPart } from '../../../lib/lazy-part.tsx';
import { loadAgain } from '../../../lib/load-again.ts';
import { notHereWords } from '../../../lib/load-failure.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { DaysViewProps } from './days-view.tsx';
import type { ListViewPlace } from './list-view-days.tsx';
import type { MonthViewProps } from './month-view.tsx';

const days = lazyPart<DaysViewProps>(
  loadAgain(
    () => import('./days-view.tsx'),
    (module) => module.DaysView,
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

const part = {
  loading: <Skeleton lines={6} label="Opening the days" />,
  failed: (retry: () => void): ReactNode => (
    <div role="alert">
      <EmptyState title={notHereWords} action={<Button onClick={retry}>Try again</Button>} />
    </div>
  ),
};

function viewOf<Props extends object>(Part: LazyPart<Props>): ComponentType<Props> {
  return (props) => <Part part={part} props={props} />;
}

/** The hours, the list and the month: fetched when they are first shown, since most who open the calendar open a day. */
export const LazyDaysView = viewOf(days);
export const LazyListView = viewOf(list);
export const LazyMonthView = viewOf(month);

/** Asks for the other views ahead, where somebody is about to choose one. */
export const preloadViews = (): void => {
  for (const view of [days, list, month]) void view.preload();
};
