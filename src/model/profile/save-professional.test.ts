import { expect, it } from 'vitest';
import { Value } from '../../../sync/client/observable.ts';
import type { AttentionItem, MutateOptions, SyncStatus } from '../../../sync/client/api.ts';
import type { OrchidClient } from '../../lib/model.ts';
import { saveOwn } from './save-professional.ts';

/** A device whose server refuses every change but those that `takes` names by their number. */
function deviceRefusing(takes: readonly number[]) {
  const options: (MutateOptions | undefined)[] = [];
  const attention: AttentionItem[] = [];
  const client: Pick<OrchidClient, 'mutate' | 'watchWork' | 'pending' | 'attention' | 'status'> = {
    status: new Value({ online: true } as unknown as SyncStatus),
    watchWork: () => () => undefined,
    pending: async () => [],
    attention: async () => attention,
    mutate: async (name, _said, given) => {
      options.push(given);
      const uid = `u${options.length}`;
      if (!takes.includes(options.length))
        attention.push({
          uid,
          name,
          at: '',
          kind: 'rejected',
          code: 'not_found',
          message: 'No.',
          args: null,
        });
      return { kind: 'saved', uid, ids: [], requested: false };
    },
  };
  return { client, replaced: () => options.map((one) => one?.replaces ?? null) };
}

it('[S-376, S-390] what the server refuses is said; saved again it takes the place of that, and of no other part’s', async () => {
  const device = deviceRefusing([4, 5]);
  const save = (part: string) => saveOwn(device.client, 'professional_record.save', { office_city: 'Denver' }, part);
  expect(await save('addresses')).toMatchObject({ message: 'failed to update orchid pro info: No.' });
  expect(await save('phone')).toMatchObject({ message: 'failed to update orchid pro info: No.' });
  expect(await save('addresses')).toMatchObject({ message: 'failed to update orchid pro info: No.' });
  expect(await save('addresses')).toEqual({ kind: 'saved', ids: [] });
  expect(await save('addresses')).toEqual({ kind: 'saved', ids: [] });
  expect(device.replaced()).toEqual([null, null, 'u1', 'u3', null]);
});
