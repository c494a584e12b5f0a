import { afterEach, describe, expect, test } from 'vitest';
import { accountScope, classes } from '../../sync/collections/classes.ts';
import { toInstant } from '../../sync/core/instant.ts';
import { call } from '../store/port.ts';
import { professionalOf, smallPractice } from '../testing/builders.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { TestServer } from '../testing/test-server.ts';
import { runAccountCommand } from './account-command.ts';

let server: TestServer;
afterEach(() => server.close());

const fact = 'profile_approved_to_use_the_platform';

/** A practice in which `ann` works, and has not been approved. */
async function start(): Promise<TestDevice> {
  server = await TestServer.create();
  await server.addAccount('ann');
  const body = {
    user_type: 'orchid_pro',
    first_name: 'Ann',
    last_name: 'Test',
    display_name: 'Dr. Ann',
    timezone: 'UTC',
    practice_id: 'p1',
    [fact]: false,
    modify_datetime: '2026-11-20T09:00:00.000Z',
  };
  await server.write(...smallPractice(), professionalOf('ann', 'Dr. Ann'), {
    collection: 'account',
    id: 'ann',
    scope: accountScope('ann'),
    cls: classes.own,
    body,
  });
  await server.store.write(function* () {
    const account = yield* call('accountBySub', 'ann');
    if (account) yield* call('putAccount', { ...account, profile: { ...account.profile, [fact]: false } });
  });
  return server.signedIn('ann');
}

/** As the command does it: in a process of its own, which the running server hears nothing of. */
const operator = (set: string) => runAccountCommand(server.store, { find: 'ann', set: [set] }, server.clock.now());
const page = (device: TestDevice, is_open: boolean) =>
  device.push([device.seal({ name: 'public_profile.set', args: { practice_id: 'p1', is_open } })]);
const shown = async (): Promise<number> => (await server.device().call('GET', '/api/users/v1/orchid_pro/ann')).status;

describe('[AP-1] the approval', () => {
  test('is waited for by a page for everybody; after the operator’s word her own record says it, and her devices hear of it', async () => {
    const ann = await start();
    await ann.pullAll();
    expect(ann.find('account', 'ann')?.b).toMatchObject({ [fact]: false });
    expect(await page(ann, true)).toMatchObject({ results: [{ outcome: 'rejected', code: 'not_approved' }] });
    await operator(`${fact}=true`);
    server.clock.pass(1000);
    await server.orchid.settle();
    await ann.pullAll();
    const at = toInstant(server.clock.now());
    expect(ann.find('account', 'ann')?.b).toMatchObject({ [fact]: true, modify_datetime: at });
    expect(await page(ann, true)).toMatchObject({ results: [{ outcome: 'applied' }] });
    expect(await shown()).toBe(200);
  });

  test('that is taken back takes her page down, and she may not put it up again', async () => {
    const ann = await start();
    await operator(`${fact}=true`);
    await server.orchid.settle();
    await page(ann, true);
    await operator(`${fact}=false`);
    await server.orchid.settle();
    expect(await shown()).toBe(404);
    expect(await page(ann, true)).toMatchObject({ results: [{ code: 'not_approved' }] });
    expect(await page(ann, false)).toMatchObject({ results: [{ outcome: 'applied' }] });
  });
});
