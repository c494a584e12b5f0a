import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { noteIdOf } from '../../sync/collections/appointment.ts';
import { accountScope, classes } from '../../sync/collections/classes.ts';
import { isDraftNote, isNoteTooLong } from '../../sync/collections/note-body.ts';
import { call } from '../store/port.ts';
import { editOf, smallPractice } from '../testing/builders.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { TestServer } from '../testing/test-server.ts';

let server: TestServer;
let ann: TestDevice;

beforeEach(async () => {
  server = await TestServer.create();
  await server.addAccount('ann');
  await server.write(...smallPractice());
  ann = await server.signedIn('ann');
});
afterEach(() => server.close());

const minuteMs = 60_000;
let lastUid = '';
/** Writes the note over what stood there. */
async function type(text: string, base = lastUid): Promise<void> {
  lastUid = `uid-${text}`;
  const headers = { authorization: `Bearer ${ann.depositToken}` };
  await ann.push([ann.seal(editOf('a1', text, { uid: lastUid, base: { subjective: base } }))], headers);
}
const kept = async (): Promise<readonly number[]> =>
  (await server.store.read(() => call('versionsOf', 'note', noteIdOf('a1')))).map((record) => record.version);

describe('versions of a note', () => {
  beforeEach(() => {
    lastUid = '';
  });

  test('[NB-2] of drafts typed without a pause the first and the one before the newest are kept, however many', async () => {
    for (let turn = 1; turn <= 40; turn += 1) {
      await type(`t${turn}`);
      server.clock.pass(10_000);
    }
    expect(await kept()).toEqual([1, 39]);
  });

  test('[NB-2] a draft that stood for two minutes is kept', async () => {
    for (const pauseMs of [1000, 1000, 2 * minuteMs, 1000, 1000, 1000]) {
      await type(`p${server.clock.now()}`);
      server.clock.pass(pauseMs);
    }
    expect(await kept()).toEqual([1, 3, 5]);
  });

  test('[NB-2] the first and the last of each day are kept', async () => {
    server.clock.pass(Date.parse('2026-11-20T23:59:30.000Z') - server.clock.now());
    for (let turn = 0; turn < 12; turn += 1) {
      await type(`d${turn}`);
      server.clock.pass(10_000);
    }
    // The fourth was written at midnight; the third was the last before it.
    expect(await kept()).toEqual([1, 3, 4, 11]);
  });

  test('[NB-2] a text beside another version is kept, pause or none', async () => {
    for (const text of ['a', 'b', 'c']) await type(text);
    await type('other', 'uid-a');
    await type('d');
    await type('e');
    await type('f');
    expect(await kept()).toEqual([1, 3, 4, 5, 6]);
  });

  test('[NB-2] what is signed, or has anything else that a draft has not, is none', () => {
    const draft = { answers: {}, others: [], archived: '2026-01-01T00:00:00.000Z' };
    expect(isDraftNote(draft)).toBe(true);
    for (const more of [{ signed: {} }, { cosigned: {} }, { addenda: [] }, { others: [{}] }])
      expect(isDraftNote({ ...draft, ...more })).toBe(false);
  });
});

describe('the size of a note', () => {
  test('[NB-1] a note with more fields than any form has is refused, with its code', async () => {
    const answers = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`field_${index}`, 'x']));
    const edit = editOf('a1', '');
    const answer = await ann.push([ann.seal({ ...edit, args: { ...(edit.args as object), answers } })]);
    expect(answer).toMatchObject({ results: [{ outcome: 'rejected', code: 'too_long' }] });
  });

  test.each([
    ['a million characters', { plan: 'x'.repeat(999_999) }, { plan: 'x'.repeat(1_000_001) }, true],
    [
      'one that is too long may become shorter',
      { plan: 'x'.repeat(2_000_000) },
      { plan: 'x'.repeat(1_500_000) },
      false,
    ],
    ['one that is long may stay', { plan: 'x'.repeat(900_000) }, { plan: 'x'.repeat(950_000) }, false],
  ])('[NB-1] %s', (_what, before, after, isTooLong) => {
    expect(isNoteTooLong({ answers: before, others: [] }, { answers: after, others: [] })).toBe(isTooLong);
  });
});

test('[PH-1] of a photo that was replaced, or taken away, no version is kept', async () => {
  const [first, second] = ['/9j/4AAQ', '/9j/4BBQ'];
  const body = {
    user_type: 'orchid_pro',
    first_name: 'Ann',
    last_name: 'Test',
    display_name: 'Ann Test',
    timezone: 'UTC',
    modify_datetime: '2026-11-20T09:00:00.000Z',
  };
  await server.write({ collection: 'account', id: 'ann', scope: accountScope('ann'), cls: classes.own, body });
  for (const image of [first, second, '']) await ann.push([ann.seal({ name: 'profile_photo.set', args: { image } })]);
  const stored = await server.store.read(() => call('getRecord', 'profile_photo', 'ann'));
  expect(stored).toMatchObject({ version: 3, body: { image: '' } });
  expect(await server.store.read(() => call('versionsOf', 'profile_photo', 'ann'))).toEqual([]);
});
