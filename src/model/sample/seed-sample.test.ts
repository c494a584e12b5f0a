import { expect, it, test } from 'vitest';
import { soapNote } from '../../../sync/domain/soap-note.ts';
import type { OrchidClient } from '../../lib/model.ts';
import { seedSample } from './seed-sample.ts';

type Mutate = OrchidClient['mutate'];

function device(answer: () => ReturnType<Mutate>) {
  const asked: unknown[] = [];
  const mutate = ((...args: unknown[]) => {
    asked.push(args);
    return answer();
  }) as Mutate;
  return { client: { mutate }, asked };
}

async function reported(answer: () => ReturnType<Mutate>, forms = [soapNote]): Promise<readonly string[]> {
  const said: string[] = [];
  await seedSample({ client: device(answer).client, report: ({ message }) => said.push(message), forms });
  return said;
}

const refusing = (code: 'not_found' | 'invalid_arguments') => async () => ({
  kind: 'rejected' as const,
  code,
  message: 'No.',
});

it('[S-253, S-359] asks for samples with the notes on the form called SOAP Note, found among the forms for notes', async () => {
  const { client, asked } = device(async () => ({ kind: 'saved', uid: 'u', ids: [], requested: false }));
  const other = { ...soapNote, note_schema_id: 'other', title: 'Other' };
  const report = (error: Error): never => {
    throw error;
  };
  await seedSample({ client, report, forms: [other, { ...soapNote, note_schema_revision: 7 }] });
  expect(asked).toEqual([['sample.seed', { note_schema_id: 'soap-note', note_schema_revision: 7 }]]);
});

test.each([
  ['[S-383] no client', refusing('not_found'), undefined, 'Failed to create patient'],
  ['[S-383] storage that fails', () => Promise.reject(new Error('disk')), undefined, 'Failed to create patient'],
  [
    '[S-384] no sessions, in a zone that nobody knows',
    refusing('invalid_arguments'),
    undefined,
    'Failed to create all sessions',
  ],
  ['[S-385] no form', refusing('not_found'), [], 'SOAP Note schema not found'],
])('%s: reported, and nobody is told', async (_what, answer, forms, message) => {
  expect(await reported(answer, forms)).toEqual([message]);
});
