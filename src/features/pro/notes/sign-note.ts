import type { MutateResult } from '../../../../sync/client/api.ts';
import type { Note } from '../../../../sync/collections/note-body.ts';
import type { NoteSaver } from './note-saver.ts';

interface SignInput {
  readonly saver: NoteSaver;
  /** The fields that the screen shows. */
  readonly shown: readonly string[];
  /** The note as it was read last. */
  readonly note: { readonly body: Pick<Note, 'answers'>; readonly stamps: Readonly<Record<string, string>> };
  readonly sign: (seen: Readonly<Record<string, string>>) => Promise<MutateResult>;
}

/**
 * [CF-2] Saves what is on screen, then signs exactly that. Where a shown text is not in the note (storage fails, or it was refused),
 * nothing is signed: an older text would be sealed in its place.
 */
export async function signWhatIsShown(input: SignInput): Promise<MutateResult | { readonly kind: 'unsaved' }> {
  const { saver, shown, note } = input;
  await saver.flush();
  if (shown.some((field) => saver.field(field).dirty)) return { kind: 'unsaved' };
  // A field that this build does not show was not on screen under another version: the record's own stamp stands.
  const seen = Object.fromEntries(
    Object.keys(note.body.answers).map((field) => [
      field,
      shown.includes(field) ? saver.field(field).base : (note.stamps[field] ?? ''),
    ]),
  );
  // What was first written just now is not in the note as it was read.
  for (const field of shown) {
    const { base } = saver.field(field);
    if (base !== '') seen[field] = base;
  }
  return input.sign(seen);
}
