import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addendum } from '../../sync/collections/addendum.ts';
import { publicFace } from '../../sync/collections/public-profile.ts';
import { registry } from '../../sync/collections/index.ts';
import { professionalOf, smallPractice } from '../testing/builders.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { TestServer } from '../testing/test-server.ts';
import { readPublic } from '../sync/read-public.ts';

let server: TestServer;
let ann: TestDevice;

beforeEach(async () => {
  server = await TestServer.create();
  for (const sub of ['ann', 'ben', 'max']) await server.addAccount(sub, sub === 'max' ? 'member' : 'orchid_pro');
  await server.write(...smallPractice(), professionalOf('ann', 'Dr. Ann'));
  ann = await server.signedIn('ann');
});
afterEach(() => server.close());

const set = (device: TestDevice, is_open: boolean) =>
  device.push([device.seal({ name: 'public_profile.set', args: { practice_id: 'p1', is_open } })]);
const readAs = async (device: TestDevice, id = 'ann') => {
  const response = await device.call('GET', `/api/users/v1/orchid_pro/${id}`);
  return { status: response.status, body: await response.json() };
};

describe('[AC-8] a professional’s page', () => {
  test('is read without an account once its professional has opened it, and by nobody before and after', async () => {
    const nobody = server.device();
    const closed = await readAs(nobody);
    expect(closed.status).toBe(404);
    await set(ann, true);
    const page = { cognito_sub: 'ann', display_name: 'Dr. Ann', medical_degree: 'PhD' };
    expect(await readAs(nobody)).toEqual({ status: 200, body: page });
    expect(await readAs(await server.signedIn('max'))).toEqual({ status: 200, body: page });
    await set(ann, false);
    expect(await readAs(nobody)).toEqual(closed);
  });

  test('that is closed, never was, or is no id at all answers alike', async () => {
    const nobody = server.device();
    await set(ann, true);
    await set(ann, false);
    const answers = await Promise.all(
      ['ann', 'ben', 'nobody-at-all', 'p1', 'c1', '%00', '%E0%A4%A', 'a'.repeat(200)].map((id) => readAs(nobody, id)),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set([JSON.stringify(answers[0])]));
    expect(answers[0]?.status).toBe(404);
  });

  test('is opened by its professional alone, and syncs to the practice as any record', async () => {
    const ben = await server.signedIn('ben');
    const max = await server.signedIn('max');
    expect(await set(max, true)).toMatchObject({ results: [{ outcome: 'rejected' }] });
    await set(ann, true);
    await ben.pullAll();
    await max.pullAll();
    expect(ben.find('public_profile', 'ann')?.b).toMatchObject({ is_open: true });
    expect(max.find('public_profile', 'ann')).toBeUndefined();
    // Saying it again writes nothing.
    const before = ben.find('public_profile', 'ann');
    await set(ann, true);
    await ben.pullAll();
    expect(ben.find('public_profile', 'ann')).toEqual(before);
  });

  test('has limits by address, since nobody has a name to be counted by', async () => {
    const strict = await TestServer.create({ allowances: { read: { burst: 1, perSecond: 0.1 } } });
    try {
      const nobody = strict.device();
      const statuses = new Set<number>();
      for (let count = 0; count < 40; count += 1) statuses.add((await readAs(nobody)).status);
      expect([...statuses]).toEqual([404, 429]);
    } finally {
      await strict.close();
    }
  });

  test('a clinical collection has no face for everybody, whatever somebody writes', async () => {
    const face = { ...publicFace, collection: { ...publicFace.collection, clinical: addendum.clinical } };
    await expect(server.store.read(() => readPublic(registry, face, 'ann'))).rejects.toThrow('no clinical record');
  });
});
