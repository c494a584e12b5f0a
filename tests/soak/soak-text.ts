/** Whose device the browser is. */
export const soakEmail = 'clinician@demo.test';

/** The one field that soak writers write: then each version of a note carries the uid of exactly one edit. */
export const soakField = 'focus';

const filler =
  'Slept better since Monday; the walk at noon helped; the first morning back was the hardest of the week.';

/** The text of a writer's turn: it says whose it is, so that what is found in a note can be held against what was written. */
export function soakText(writer: string, turn: number): string {
  return `${writer} #${String(turn).padStart(7, '0')} ${filler.slice(0, 20 + (turn % 80))}`;
}

/** Whose turn a text is; null where it is not exactly such a text. */
export function readSoakText(text: unknown): { readonly writer: string; readonly turn: number } | null {
  if (typeof text !== 'string') return null;
  const match = /^(\S+) #(\d{7}) /.exec(text);
  const writer = match?.[1];
  const turn = Number(match?.[2]);
  return writer !== undefined && text === soakText(writer, turn) ? { writer, turn } : null;
}

/** Arguments of a `note.edit` of that text. */
export function soakArgs(session: string, text: string) {
  return {
    appointment_id: session,
    author_name: 'Dr. Maya Lindqvist',
    note_schema_id: 'soap-note',
    note_schema_revision: 1,
    answers: { [soakField]: text },
  };
}
