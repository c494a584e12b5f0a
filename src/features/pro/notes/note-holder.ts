import { answerElements, type NoteSchema } from '../../../../sync/domain/note-schema.ts';
import type { TextHolder } from '../../../lib/unsaved.ts';
import { answerText } from './answers.ts';
import type { NoteSaver } from './note-saver.ts';

/** The unsaved text of one note, with the saver that goes on trying; it outlives its editor, in memory. */
export class NoteHolder implements TextHolder {
  readonly owner: string;
  readonly key: string;
  readonly path: string;
  readonly isByHand = false;
  readonly saver: NoteSaver;
  readonly #schema: NoteSchema;

  constructor(owner: string, appointmentId: string, of: { readonly saver: NoteSaver; readonly schema: NoteSchema }) {
    this.owner = owner;
    this.key = appointmentId;
    this.path = `/pro-dashboard/sessions/${appointmentId}/note`;
    this.saver = of.saver;
    this.#schema = of.schema;
  }

  flush = (): Promise<void> => this.saver.flush();

  hasUnsaved = (): boolean => this.saver.hasUnsaved();

  text = (): string => unsavedText(this.saver, this.#schema);

  letGo = (): void => this.saver.letGo();

  subscribe = (listener: () => void): (() => void) => this.saver.subscribe(listener);
}

/** What is on screen and nowhere else, each part under its name, in the order of the form. */
export function unsavedText(saver: Pick<NoteSaver, 'unsaved'>, schema: NoteSchema): string {
  const texts = new Map(saver.unsaved().map(({ field, value }) => [field, value]));
  return answerElements(schema)
    .flatMap(({ field, label }) => {
      const value = texts.get(field);
      return value === undefined ? [] : [`${label}\n${answerText(value)}`];
    })
    .join('\n\n');
}
