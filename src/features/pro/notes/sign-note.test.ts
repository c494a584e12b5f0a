import { describe, expect, test } from 'vitest';
import type { MutateResult } from '../../../../sync/client/api.ts';
import { FakeClock } from '../../../../sync/testing/builders.ts';
import type { Answer } from '../../../../sync/collections/note-body.ts';
import { isSameContent } from '../../../../sync/core/merge-field.ts';
import { FieldSaver } from '../../../forms/field-saver.ts';
import { signWhatIsShown } from './sign-note.ts';

const note = { body: { answers: { plan: 'Old', mood: 'Calm' } }, stamps: { plan: 'u-old', mood: 'u-mood' } };
const shown = ['plan', 'focus'];
const full: MutateResult = { kind: 'not-saved', reason: 'quota', message: 'no room' };
const refused: MutateResult = { kind: 'rejected', code: 'note_signed', message: 'no', keptAs: 'kept-1' };

/** A note on screen, over a device that answers each save with this. */
function harness(answer: (field: string) => MutateResult) {
  const saver = new FieldSaver<Answer>({
    clock: new FakeClock(),
    empty: '',
    isSame: isSameContent,
    save: ({ field }) => Promise.resolve(answer(field)),
  });
  saver.adopt('plan', 'Old', 'u-old');
  const signed: Readonly<Record<string, string>>[] = [];
  const sign = (seen: Readonly<Record<string, string>>): Promise<MutateResult> => {
    signed.push(seen);
    return Promise.resolve({ kind: 'saved', uid: 'sign', ids: [], requested: true });
  };
  return { saver, signed, press: () => signWhatIsShown({ saver, shown, note, sign }) };
}
const saved = (field: string): MutateResult => ({ kind: 'saved', uid: `new-${field}`, ids: [], requested: false });

describe('Sign', () => {
  test('[CF-2] pressed while text is unsaved and storage fails signs nothing, and the text stays', async () => {
    const { saver, signed, press } = harness(() => full);
    saver.edit('plan', 'New');
    expect(await press()).toEqual({ kind: 'unsaved' });
    expect(signed).toEqual([]);
    expect(saver.field('plan')).toMatchObject({ value: 'New', dirty: true });
  });

  test('[CF-2] pressed while one of two texts cannot be kept signs neither', async () => {
    const { saver, signed, press } = harness((field) => (field === 'plan' ? saved(field) : full));
    saver.edit('plan', 'New');
    saver.edit('focus', 'Sleep');
    expect(await press()).toEqual({ kind: 'unsaved' });
    expect(signed).toEqual([]);
  });

  test('[CF-2] pressed over a refused text, kept in needs attention, does not seal the text under it', async () => {
    const { saver, signed, press } = harness(() => refused);
    saver.edit('plan', 'New');
    expect(await press()).toEqual({ kind: 'unsaved' });
    expect(saver.hasUnsaved()).toBe(false);
    expect(signed).toEqual([]);
  });

  test('[CF-2] pressed while text is unsaved saves it first and names the versions that came of it, a first one too', async () => {
    const { saver, signed, press } = harness(saved);
    saver.edit('plan', 'New');
    saver.edit('focus', 'Sleep');
    expect(await press()).toMatchObject({ kind: 'saved' });
    expect(signed).toEqual([{ plan: 'new-plan', focus: 'new-focus', mood: 'u-mood' }]);
  });
});
