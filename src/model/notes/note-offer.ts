import type { Note } from '../../../sync/collections/note-body.ts';

/**
 * What somebody with these roles in a chart is offered to do with a session's note; null: nothing. Only who treats writes. Where
 * no role is known yet, or one does not open, the offer stands for a session of one's own: the server decides.
 */
export function noteOffer(
  note: Pick<Note, 'signed'> | undefined,
  roles: readonly string[],
  isOwn: boolean,
): 'Read note' | 'Open note' | 'Write note' | null {
  const writes = (roles.length === 0 && isOwn) || roles.includes('treating');
  if (note) return note.signed || !writes ? 'Read note' : 'Open note';
  return writes ? 'Write note' : null;
}
