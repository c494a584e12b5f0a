import { expect, test } from 'vitest';
import { soapNote } from '../../../../sync/domain/soap-note.ts';
import { answerElements } from '../../../../sync/domain/note-schema.ts';
import { unsavedText } from './note-holder.ts';

test('what is copied is every unsaved part under its name, in the order of the form, and nothing else', () => {
  const [first, second] = answerElements(soapNote).filter((element) => element.type === 'paragraph');
  const unsaved = () => [
    { field: second?.field ?? '', value: 'later part' },
    { field: first?.field ?? '', value: 'two\nlines' },
  ];
  expect(unsavedText({ unsaved }, soapNote)).toBe(`${first?.label}\ntwo\nlines\n\n${second?.label}\nlater part`);
  expect(unsavedText({ unsaved: () => [] }, soapNote)).toBe('');
  const other = { ...soapNote, note_schema_revision: 2, elements: soapNote.elements.toReversed() };
  expect(unsavedText({ unsaved }, other)).toBe(`${second?.label}\nlater part\n\n${first?.label}\ntwo\nlines`);
});
