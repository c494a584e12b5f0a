import type { ReactNode } from 'react';
import { CalendarActsContext, type CalendarActs, type Done } from '../calendar-acts.ts';

/** The page of a calendar around something of it, as far as it tells and edits. */
export function Told({
  to,
  acts = {},
  children,
}: {
  readonly to: Done[];
  readonly acts?: Partial<CalendarActs>;
  readonly children: ReactNode;
}) {
  const nothing = (): void => undefined;
  const value = {
    book: null,
    block: null,
    edit: nothing,
    editBlock: nothing,
    tell: (done: Done) => void to.push(done),
    ...acts,
  };
  return <CalendarActsContext value={value}>{children}</CalendarActsContext>;
}
