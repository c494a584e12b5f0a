// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test } from 'vitest';
import type { SavedOwn } from '../../../model/profile/save-professional.ts';
import { renderHook } from '../../../testing/render-hook.tsx';
import { ScreenClient } from '../../../testing/screen-client.ts';
import { useChanges } from './intake-step.ts';

test('only what was changed here is saved, from what stood there when she came or last saved', async () => {
  const sent: object[] = [];
  const taking =
    (kind: 'saved' | 'not-saved') =>
    async (changed: object): Promise<SavedOwn> => {
      sent.push(changed);
      return kind === 'saved' ? { kind, ids: [] } : { kind, message: 'No.' };
    };
  const { client } = new ScreenClient();
  const hook = renderHook((street: string) => useChanges({ street, city: 'Denver' }), { client, props: '1 Elm St' });
  // Another device moves her meanwhile: that is not hers to send.
  hook.draw('9 Oak St');
  const said = { street: '1 Elm St', city: 'Reno' };
  for (const kind of ['not-saved', 'saved', 'saved'] as const) await act(() => hook.last()(said, taking(kind)));
  hook.leave();
  expect(sent).toEqual([{ city: 'Reno' }, { city: 'Reno' }, {}]);
});
