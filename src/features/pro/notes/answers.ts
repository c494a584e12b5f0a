import type { Answer, Note } from '../../../../sync/collections/note-body.ts';

/** The choices of a checkbox answer; an answer of another form counts as none. */
export function chosenList(value: Answer): readonly string[] {
  return Array.isArray(value) ? value : [];
}

/** The choice per row of a grid answer. */
export function chosenRows(value: Answer): Readonly<Record<string, string>> {
  return typeof value === 'object' && !Array.isArray(value) ? value : {};
}

export function isEmptyAnswer(value: Answer | undefined): boolean {
  if (value === undefined) return true;
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0;
}

/** An answer as lines of plain text: for reading, comparing and copying. */
export function answerText(value: Answer): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.join('\n');
  return Object.entries(value)
    .map(([row, option]) => `${row}: ${option}`)
    .join('\n');
}

/** The answers, and beside each its other versions that wait for a choice: both are shown, neither is chosen here. */
export function withOthers({ answers, others }: Pick<Note, 'answers' | 'others'>): Note['answers'] {
  const waiting = others.map(({ field, value }, index) => [`${field} (another version, ${index + 1})`, value] as const);
  return { ...answers, ...Object.fromEntries(waiting) };
}
