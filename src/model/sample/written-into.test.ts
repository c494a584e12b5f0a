import { expect, test } from 'vitest';
import { noteIdOf } from '../../../sync/collections/appointment.ts';
import { noteBodyOf } from '../../../sync/testing/call-records.ts';
import type { Note } from '../../../sync/collections/note-body.ts';
import type { SeenRecord } from '../../../sync/client/api.ts';
import { moveWritten } from './move-written.ts';
import { writtenInto } from './written-into.ts';

const started = '2026-11-25T09:00:00.000Z';
const later = '2026-11-25T10:00:00.000Z';
const seen = (body: Partial<Note>): SeenRecord<Note> =>
  ({
    id: noteIdOf('a1'),
    body: noteBodyOf({ note_schema_id: 'soap-note', started, ...body }),
    stamps: {},
    pending: false,
  }) as never;
const at = (when: string) => ({ at: when, by: 'pro-1' });

test('[SD-2] what the samples began with is nobody’s; what was typed over it, and beside it, is named as the form calls it', () => {
  const answers = { plan: 'Mine', subjective: 'Made up', interventions: ['Exposure'] };
  const written = { plan: at(later), subjective: at(started), interventions: at(later) };
  const [one, ...others] = writtenInto(
    [
      seen({ answers, written, sample: 'shown' }),
      seen({ answers: { plan: 'Made up' }, written: { plan: at(started) }, sample: 'shown' }),
    ],
    started,
  );
  expect(others).toEqual([]);
  expect(one?.parts.map(({ label }) => label)).toEqual(['What happens next', 'Interventions used']);
});

test('[SD-2] a note that somebody began is theirs whole', () => {
  const [one] = writtenInto(
    [seen({ started: later, answers: { plan: 'Mine' }, written: { plan: at(later) } })],
    started,
  );
  expect(one?.parts).toMatchObject([{ field: 'plan', answer: 'Mine' }]);
});

test('[SD-2] moved, it is typed into the real note by somebody who saw nothing there, so that what stands there stays', async () => {
  const calls: unknown[] = [];
  const client = {
    mutate: (async (...args: unknown[]) => {
      calls.push(args);
      return { kind: 'saved', uid: 'u', ids: [], requested: false };
    }) as never,
  };
  const [one] = writtenInto(
    [seen({ answers: { plan: 'Mine' }, written: { plan: at(later) }, sample: 'shown' })],
    started,
  );
  if (!one) throw new Error('nothing was written');
  expect(await moveWritten(client, one, { appointmentId: 'b7', authorName: 'Dr. One' })).toBeNull();
  expect(calls).toEqual([
    [
      'note.edit',
      {
        appointment_id: 'b7',
        author_name: 'Dr. One',
        note_schema_id: 'soap-note',
        note_schema_revision: one.note.body.note_schema_revision,
        answers: { plan: 'Mine' },
      },
      { base: {} },
    ],
  ]);
  const failing = { mutate: (async () => ({ kind: 'not-saved', reason: 'locked', message: 'Locked.' })) as never };
  expect(await moveWritten(failing, one, { appointmentId: 'b7', authorName: 'Dr. One' })).toBe('Locked.');
});
