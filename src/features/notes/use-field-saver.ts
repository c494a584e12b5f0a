import { useEffect, useState, useSyncExternalStore } from 'react';
import type { OrchidClient, SeenRecord } from '../../../sync/client/api.ts';
import type { Note } from '../../../sync/collections/note-body.ts';
import { answerElements } from '../../../sync/domain/note-schema.ts';
import { soapNote } from '../../../sync/domain/soap-note.ts';
import { registerFlush } from '../../lib/flush.ts';
import { FieldSaver, type FieldView, type SaverClock, type SaveState } from './field-saver.ts';

const browserClock: SaverClock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

interface SaverInput {
  readonly client: OrchidClient;
  readonly appointmentId: string;
  readonly authorName: string;
  readonly note: SeenRecord<Note> | undefined;
}

/** The saver of one open note, fed from the replica and flushed whenever the page may go away. */
/** Another editor of the same note must not merge its edits into this one's: to it, ours is another version. */
function newEditorId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join('');
}

export function useFieldSaver({ client, appointmentId, authorName, note }: SaverInput): FieldSaver {
  const [editorId] = useState(newEditorId);
  const [saver] = useState(
    () =>
      new FieldSaver({
        clock: browserClock,
        save: (field, value, base) =>
          client.mutate(
            'note.edit',
            {
              appointment_id: appointmentId,
              author_name: authorName,
              note_schema_id: soapNote.note_schema_id,
              note_schema_revision: soapNote.note_schema_revision,
              answers: { [field]: value },
            },
            { base: { [field]: base }, coalesceKey: `note/${appointmentId}/${field}/${editorId}` },
          ),
      }),
  );
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
    const unregister = registerFlush(() => saver.flush());
    addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    document.addEventListener('freeze', flush);
    return () => {
      unregister();
      removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
      document.removeEventListener('freeze', flush);
      void saver.close();
    };
  }, [saver]);

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
