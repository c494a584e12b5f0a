import { createContext, use } from 'react';
import type { MutateResult } from '../../../../sync/client/api.ts';
import type { Block } from '../../../model/sessions/use-blocks.ts';
import type { Session } from '../../../model/sessions/use-own-sessions.ts';
import type { GridPlace, MeantTime } from './grid-moves.ts';

/** What of a new session or block is known before anybody is asked. */
export interface Begun extends Partial<GridPlace> {
  readonly minutes?: number;
  readonly chartId?: string;
}

/** Something that was just done, in words, and how it is taken back. */
export interface Done {
  readonly words: string;
  /** Absent: it was not done, and the words say why. */
  readonly undo?: () => Promise<MutateResult>;
  /** What else can be done now that it is: said anew once that is done. */
  readonly also?: { readonly label: string; readonly act: () => Promise<Done> };
}

/** What any part of the calendar may ask of the page that it stands on. */
export interface CalendarActs {
  /** Null: this account plans nobody's sessions here. */
  readonly book: ((begun: Begun) => void) | null;
  /** Null: it has no time of its own to block. */
  readonly block: ((begun: Begun) => void) | null;
  /** `moved`: where it was put by hand, to be asked about first. */
  readonly edit: (session: Session, name: string, moved?: MeantTime) => void;
  readonly editBlock: (block: Block) => void;
  readonly tell: (done: Done) => void;
}

const nothing = (): void => undefined;

export const CalendarActsContext = createContext<CalendarActs>({
  book: null,
  block: null,
  edit: nothing,
  editBlock: nothing,
  tell: nothing,
});

export function useCalendarActs(): CalendarActs {
  return use(CalendarActsContext);
}
