import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { derivedIds } from '../../sync/core/derived-ids.ts';
import { membershipOf, professionalOf, smallPractice, editOf } from '../testing/builders.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { TestServer } from '../testing/test-server.ts';

let server: TestServer;
let ann: TestDevice;
beforeEach(async () => {
  server = await TestServer.create();
  for (const sub of ['ann', 'ben', 'cleo']) await server.addAccount(sub);
  await server.write(
    ...smallPractice(),
    professionalOf('ann', 'Dr. Ann'),
    membershipOf('chart:c1', 'ben', 'supervisor'),
  );
  ann = await server.signedIn('ann');
  await ann.push([ann.seal(editOf('a1', 'Slept well.', { uid: 'e1' }))]);
});
afterEach(() => server.close());

const sign = () =>
  ann.push([
    ann.seal({ name: 'note.sign', args: { appointment_id: 'a1', name: 'Dr. Ann', seen: { subjective: 'e1' } } }),
  ]);
const addend = (text: string, uid?: string) => ({
  name: 'note.addend',
  args: { appointment_id: 'a1', text },
  ...(uid === undefined ? {} : { uid }),
});
const post = (device: TestDevice, text: string, headers: Record<string, string> = {}) =>
  device.call('POST', '/api/notes/v1/addenda/', { appointment_id: 'a1', text }, headers);

describe('an addendum', () => {
  test('is added to a signed note alone, under the practice’s name, and read by whoever reads the note', async () => {
    const early = await ann.push([ann.seal(addend('too early'))]);
    expect(early).toMatchObject({ results: [{ code: 'note_not_signed' }] });
    await sign();
    await ann.push([ann.seal(addend('  The dose was halved.  ', 'add-1'))]);
    const [id = ''] = derivedIds('ann', 'add-1', 1);
    const ben = await server.signedIn('ben');
    await ben.pullAll();
    expect(ben.find('addendum', id)).toMatchObject({
      s: 'chart:c1',
      b: { appointment_id: 'a1', author: 'ann', author_name: 'Dr. Ann', text: 'The dose was halved.' },
    });
    expect(ben.find('note', 'note.a1')?.b).toMatchObject({ answers: { subjective: 'Slept well.' } });
    const refused = await ben.push([ben.seal(addend('by a supervisor'))]);
    expect(refused).toMatchObject({ results: [{ code: 'not_allowed' }] });
  });

  test('by REST: the same change, once for each key, nothing of its text in the answer, nobody else’s note', async () => {
    expect((await post(ann, 'too early')).status).toBe(409);
    await sign();
    const first = await post(ann, 'By REST.', { 'idempotency-key': 'k1' });
    const again = await post(ann, 'By REST.', { 'idempotency-key': 'k1' });
    expect([first.status, again.status]).toEqual([201, 201]);
    const made = (await first.json()) as { readonly addendum_id: string };
    expect(made).toMatchObject({ appointment_id: 'a1', author_name: 'Dr. Ann' });
    expect(JSON.stringify(made)).not.toContain('By REST');
    expect(await again.json()).toEqual(made);
    await ann.pullAll();
    expect(ann.all('addendum').map(({ i }) => i)).toEqual([made.addendum_id]);
    expect((await post(ann, 'Other words.', { 'idempotency-key': 'k1' })).status).toBe(422);
    expect((await post(ann, '   ')).status).toBe(422);
    const cleo = await server.signedIn('cleo');
    expect((await post(cleo, 'Not mine.')).status).toBe(404);
    expect((await post(await server.signedIn('ben'), 'Only reads.')).status).toBe(404);
  });
});
