import { useEffect, useState } from 'react';
import type { SeenRecord } from '../../../../sync/client/api.ts';
import type { Note } from '../../../../sync/collections/note-body.ts';
import { answerElements, type NoteSchema } from '../../../../sync/domain/note-schema.ts';
import { unsavedTexts } from '../../../lib/flush.ts';
import { NoteHolder } from './note-holder.ts';
import { newNoteSaver, type NoteSaver, type NoteSaverInput } from './note-saver.ts';

interface OpenNote extends NoteSaverInput {
  readonly note: SeenRecord<Note> | undefined;
}

/** What the last editor of this note could not save comes back with its text; else a new one begins. */
function findOrMakeHolder(input: OpenNote): NoteHolder {
  const { sub, appointmentId, schema } = input;
  const left = unsavedTexts.find(sub, appointmentId);
  return left instanceof NoteHolder ? left : new NoteHolder(sub, appointmentId, { saver: newNoteSaver(input), schema });
}

/** The saver of one open note, fed from the replica and flushed whenever the page may go away. */
export function useNoteSaver(input: OpenNote): NoteSaver {
  const { client, note, schema } = input;
  const [holder] = useState(() => findOrMakeHolder(input));
  const { saver } = holder;
  const [fed, setFed] = useState<SeenRecord<Note> | null>(null);
  // The first record is taken in while rendering, so that the page never shows an empty note first.
  if (note && fed === null) {
    feed(saver, schema, note);
    setFed(note);
  }

  useEffect(() => {
    if (note) feed(saver, schema, note);
  }, [saver, schema, note]);

  useEffect(() => {
    saver.start();
    const flush = () => void saver.flush();
    const hide = unsavedTexts.show(holder);
    // Whatever was written to this device, here or in another tab, proves that storage takes something again.
    const unwatch = client.watchWork(() => saver.storageWorks());
    addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    document.addEventListener('freeze', flush);
    return () => {
      unwatch();
      removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
      document.removeEventListener('freeze', flush);
      hide();
      void saver.close();
    };
  }, [client, holder, saver]);

  return saver;
}

function feed(saver: NoteSaver, schema: NoteSchema, note: SeenRecord<Note>): void {
  for (const { field } of answerElements(schema)) {
    saver.adopt(field, note.body.answers[field] ?? '', note.stamps[field] ?? '');
  }
}
