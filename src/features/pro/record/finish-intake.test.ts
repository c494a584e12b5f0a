import { expect, it } from 'vitest';
import { Value } from '../../../../sync/client/observable.ts';
import type { SyncStatus } from '../../../../sync/client/api.ts';
import { finishIntake } from './finish-intake.ts';

const said = { heard_about_orchid_via: 'Social Media', confirmed_is_over_eighteen: true } as never;

/** A device that takes all but the changes that are named; with the server's word on each. */
function device(refused: readonly string[]) {
  const made: string[] = [];
  const client: Parameters<typeof finishIntake>[0] = {
    status: new Value({ online: true } as unknown as SyncStatus),
    watchWork: () => () => undefined,
    pending: async () => [],
    attention: async () => [],
    mutate: async (name: string) => {
      made.push(name);
      return refused.includes(name)
        ? { kind: 'rejected', code: 'not_found', message: 'No.' }
        : { kind: 'saved', uid: name, ids: [], requested: false };
    },
  };
  return { client, made };
}

it('[S-243] what is confirmed is saved first, then the samples are made', async () => {
  const { client, made } = device([]);
  expect(await finishIntake(client, said, () => undefined)).toEqual({ kind: 'saved', ids: [] });
  expect(made).toEqual(['professional_record.save', 'sample.seed']);
});

it('[S-246] samples that cannot be made are reported and hold nobody up', async () => {
  const { client } = device(['sample.seed']);
  const reported: string[] = [];
  expect(await finishIntake(client, said, ({ message }) => reported.push(message))).toEqual({ kind: 'saved', ids: [] });
  expect(reported).toEqual(['Failed to create patient']);
});

it('[S-386] without what she said so far nothing is saved, and no sample is made', async () => {
  const { client, made } = device(['professional_record.save']);
  expect(await finishIntake(client, said, () => undefined)).toEqual({
    kind: 'not-saved',
    message: 'Orchid Pro data is not available',
  });
  expect(made).toEqual(['professional_record.save']);
});
