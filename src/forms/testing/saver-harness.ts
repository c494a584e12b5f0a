import type { MutateResult } from '../../../sync/client/api.ts';
import { FakeClock } from '../../../sync/testing/builders.ts';
import type { Answer } from '../../../sync/collections/note-body.ts';
import { isSameContent } from '../../../sync/core/merge-field.ts';
import { FieldSaver, type FieldEdit } from '../field-saver.ts';

interface Sent extends FieldEdit<Answer> {
  readonly atMs: number;
  readonly answer: (result: MutateResult) => void;
}

/** A saver over a device that answers by itself, or by the test's hand. */
export function harness(options: { byHand?: boolean; answer?: () => MutateResult } = {}) {
  const clock = new FakeClock();
  const sent: Sent[] = [];
  let uid = 0;
  const saved = (): MutateResult => {
    uid += 1;
    return { kind: 'saved', uid: `u${uid}`, ids: [], requested: false };
  };
  const saver = new FieldSaver<Answer>({
    clock,
    empty: '',
    isSame: isSameContent,
    save: (edit) =>
      new Promise((resolve) => {
        sent.push({ ...edit, atMs: clock.now(), answer: resolve });
        if (!options.byHand) resolve((options.answer ?? saved)());
      }),
  });
  return { clock, sent, saver, saved };
}

/** A device without room. */
export const full: MutateResult = { kind: 'not-saved', reason: 'quota', message: 'no room' };
