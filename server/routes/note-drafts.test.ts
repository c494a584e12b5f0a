import { expect, test } from 'vitest';
import { call } from '../store/port.ts';
import { smallPractice } from '../testing/builders.ts';
import { openServers } from '../testing/open-servers.ts';

const { serverOf } = openServers();

test.each([
  ['every draft, where no pause is asked for', 0, [1, 2, 3, 4]],
  ['the first and the last of a day, where one is and nobody paused', 120_000, [1, 4]],
])('[NB-2] of a note that is written by REST is kept %s', async (_what, draftPauseMs, kept) => {
  const server = await serverOf({ draftPauseMs });
  await server.addAccount('ann');
  await server.write(...smallPractice());
  const ann = await server.signedIn('ann');
  const begun = { appointment_id: 'a1', note_schema_id: 'soap-note', note_schema_revision: 1 };
  expect((await ann.call('POST', '/api/notes/v1/notes/', begun)).status).toBe(201);
  const path = '/api/notes_secure_data/v1/notes/data/note_data?note_data_id=note.a1';
  for (const note_revision of [1, 2, 3, 4]) {
    server.clock.pass(1000);
    const body = { note_revision, data: { subjective: `text ${note_revision}` } };
    expect((await ann.call('PUT', path, body)).status).toBe(200);
  }
  const versions = await server.store.read(() => call('versionsOf', 'note', 'note.a1'));
  expect(versions.map(({ version }) => version)).toEqual(kept);
});
