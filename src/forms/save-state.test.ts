import { describe, expect, it } from 'vitest';
import { isUnsaved, newField, saveStateOf, type SavedField } from './save-state.ts';

const field = (change: Partial<SavedField<string>> = {}): SavedField<string> => ({ ...newField(''), ...change });
const typed = { view: { value: 'text', base: 'v1', dirty: true } };
const underWay = { inFlight: Promise.resolve() };

describe('what is said of all fields together', () => {
  it.each<readonly [string, readonly SavedField<string>[], number | null, string]>([
    ['nobody has touched them', [field()], null, 'untouched'],
    ['all is durable', [field(), field()], 1, 'saved'],
    ['one was typed into, and its save has not begun', [field(), field(typed)], 1, 'saving'],
    ['one is on its way', [field(), field(underWay)], 1, 'saving'],
    ['one failed, and another is on its way', [field(underWay), field({ ...typed, failures: 1 })], 1, 'not-saved'],
    ['one was refused, and another failed', [field({ failures: 1 }), field({ refusal: 'note_signed' })], 1, 'refused'],
  ])('%s', (_name, fields, savedAtMs, phase) => {
    expect(saveStateOf(fields, savedAtMs)).toMatchObject({ phase, savedAtMs });
  });

  it('says a refusal in its own words before those of a failure', () => {
    const failed = field({ failures: 1, message: 'The storage did not take it.' });
    const refused = field({ refusal: 'note_signed', message: 'It was signed meanwhile.' });
    expect(saveStateOf([failed, refused], 1)).toMatchObject({
      message: 'It was signed meanwhile.',
      code: 'note_signed',
    });
    expect(saveStateOf([failed], 1)).toMatchObject({ message: 'The storage did not take it.', code: null });
  });

  it('is kept only where nothing of any field would be lost with the page', () => {
    const refused = field({ ...typed, refusal: 'note_signed', keptAs: 'u1' });
    expect(isUnsaved(refused)).toBe(false);
    expect(saveStateOf([refused, field()], 1).kept).toBe(true);
    expect(saveStateOf([refused, field(typed)], 1).kept).toBe(false);
    expect(saveStateOf([field({ ...typed, refusal: 'note_signed' })], 1).kept).toBe(false);
    expect(saveStateOf([field()], 1).kept).toBe(false);
  });
});
