import type { Note } from '../../../../sync/collections/note-body.ts';
import { Notice } from '../../../ui/notice.tsx';
import { withOthers } from './answers.ts';
import { ReadNote } from './read-note.tsx';

/** [EV-1] A draft on a form that only a newer build knows: what it says can be read, and nothing of it is written here. */
export function UnknownForm({ note }: { readonly note: Note }) {
  return (
    <>
      <Notice tone="wait" title="This note was written with a newer version of Orchid">
        You can read what it says, under the names its parts have there. To go on with it, or to sign it, update the app
        on this device: close all its windows and open it again with a connection.
      </Notice>
      <ReadNote schema={undefined} answers={withOthers(note)} />
    </>
  );
}
