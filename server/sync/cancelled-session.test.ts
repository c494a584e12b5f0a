import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appointmentOf, editOf, membershipOf, smallPractice } from '../testing/builders.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { TestServer } from '../testing/test-server.ts';

let server: TestServer;
let ann: TestDevice;
let front: TestDevice;
beforeEach(async () => {
  server = await TestServer.create();
  for (const sub of ['ann', 'front']) await server.addAccount(sub);
  await server.write(...smallPractice(), membershipOf('practice:p1', 'front', 'scheduler'));
  [ann, front] = [await server.signedIn('ann'), await server.signedIn('front')];
});
afterEach(() => server.close());

const act = (device: TestDevice, verb: string, id = 'a1') =>
  device.push([device.seal({ name: `appointment.${verb}`, args: { appointment_id: id } })]);

describe('a session that the front desk cancels and brings back', () => {
  test('[MU-4] its note goes to the archive and comes back, and the front desk hears of none', async () => {
    await ann.push([ann.seal(editOf('a1', 'What Ann wrote'))]);
    expect(await act(front, 'cancel')).toMatchObject({ results: [{ outcome: 'applied' }] });
    await ann.pullAll();
    expect(ann.find('note', 'note.a1')?.b).toHaveProperty('archived');
    expect(await act(front, 'restore')).toMatchObject({ results: [{ outcome: 'applied' }] });
    const end = await ann.pullAll();
    expect(ann.find('note', 'note.a1')?.b).not.toHaveProperty('archived');
    expect(ann.find('note', 'note.a1')?.b).toHaveProperty('answers.subjective', 'What Ann wrote');
    expect(ann.find('appointment', 'a1')?.b).toHaveProperty('status', 'booked');
    expect(end.sums).toEqual(ann.sums());
    const seen = await front.pullAll();
    expect(front.all('note')).toEqual([]);
    expect(seen.sums).toEqual(front.sums());
  });

  test('[CN-1] it cannot cancel one whose note is signed, though it reads no note', async () => {
    await ann.push([ann.seal({ ...editOf('a1', 'What Ann wrote'), uid: 'the-edit' })]);
    const args = { appointment_id: 'a1', name: 'Dr. Ann', seen: { subjective: 'the-edit' } };
    expect(await ann.push([ann.seal({ name: 'note.sign', args })])).toMatchObject({
      results: [{ outcome: 'applied' }],
    });
    for (const device of [front, ann])
      expect(await act(device, 'cancel')).toMatchObject({ results: [{ outcome: 'rejected', code: 'session_signed' }] });
  });

  test('[CN-2] a time that was given away meanwhile stays given away', async () => {
    await act(front, 'cancel');
    await server.write(appointmentOf('c1', 'a2'));
    expect(await act(front, 'restore')).toMatchObject({
      results: [{ outcome: 'rejected', code: 'conflicting_session' }],
    });
  });
});
