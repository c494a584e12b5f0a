import { useEffect, useState, useSyncExternalStore } from 'react';
import type { SeenRecord } from '../../../../sync/client/api.ts';
import type { OrchidClient } from '../../../lib/model.ts';
import type { Note } from '../../../../sync/collections/note-body.ts';
import { answerElements } from '../../../../sync/domain/note-schema.ts';
import { soapNote } from '../../../../sync/domain/soap-note.ts';
import { systemClock } from '../../../../sync/web/system-ports.ts';
import { unsavedTexts } from '../../../lib/flush.ts';
import { saidOf, thisDevice } from './this-device.ts';
import { FieldSaver, type FieldView, type SaveState } from './field-saver.ts';
import { NoteHolder } from './note-holder.ts';

interface SaverInput {
  readonly client: OrchidClient;
  readonly sub: string;
  readonly appointmentId: string;
  readonly authorName: string;
  readonly note: SeenRecord<Note> | undefined;
}

/** Another editor of the same note must not merge its edits into this one's: to it, ours is another version. */
function newEditorId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join('');
}

function newSaver(input: SaverInput): FieldSaver {
  const { client, sub, appointmentId, authorName } = input;
  const editorId = newEditorId();
  return new FieldSaver({
    clock: systemClock,
    save: ({ field, value, base, keptAs }) =>
      client.mutate(
        'note.edit',
        {
          appointment_id: appointmentId,
          author_name: authorName,
          note_schema_id: soapNote.note_schema_id,
          note_schema_revision: soapNote.note_schema_revision,
          answers: { [field]: value },
          ...saidOf(thisDevice(client)),
        },
        {
          owner: sub,
          base: { [field]: base },
          coalesceKey: `note/${appointmentId}/${field}/${editorId}`,
          ...(keptAs === null ? {} : { replaces: keptAs }),
        },
      ),
  });
}

/** What the last editor of this note could not save comes back with its text; else a new one begins. */
function findOrMakeHolder(input: SaverInput): NoteHolder {
  const left = unsavedTexts.find(input.sub, input.appointmentId);
  return left instanceof NoteHolder ? left : new NoteHolder(input.sub, input.appointmentId, newSaver(input));
}

/** The saver of one open note, fed from the replica and flushed whenever the page may go away. */
export function useFieldSaver(input: SaverInput): FieldSaver {
  const { client, note } = input;
  const [holder] = useState(() => findOrMakeHolder(input));
  const { saver } = holder;
  const [fed, setFed] = useState<SeenRecord<Note> | null>(null);
  // The first record is taken in while rendering, so that the page never shows an empty note first.
  if (note && fed === null) {
    feed(saver, note);
    setFed(note);
  }

  useEffect(() => {
    if (note) feed(saver, note);
  }, [saver, note]);

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

function feed(saver: FieldSaver, note: SeenRecord<Note>): void {
  for (const { field } of answerElements(soapNote)) {
    saver.adopt(field, note.body.answers[field] ?? '', note.stamps[field] ?? '');
  }
}

export function useSaveState(saver: FieldSaver): SaveState {
  return useSyncExternalStore(saver.subscribe, saver.state);
}

export function useField(saver: FieldSaver, name: string): FieldView {
  return useSyncExternalStore(saver.subscribe, () => saver.field(name));
}
