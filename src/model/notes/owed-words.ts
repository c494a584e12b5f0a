import { CircleDashed, Columns2, PenLine } from 'lucide-react';
import type { OwedNote } from './owed.ts';
import type { StateWord } from '../sessions/session-words.ts';

/** How an owed note stands, all equally loud: one that was not begun is owed as much as one that waits for a signature. */
export const owedWords: Readonly<Record<OwedNote['state'], StateWord>> = {
  'not-begun': { word: 'No note yet', icon: CircleDashed, tone: 'wait' },
  'not-signed': { word: 'Not signed', icon: PenLine, tone: 'wait' },
  'two-versions': { word: 'Two versions', icon: Columns2, tone: 'wait' },
};

/** `1 note to finish`, `12 notes to finish`. */
export function owedCount(total: number): string {
  return total === 1 ? '1 note to finish' : `${total} notes to finish`;
}
