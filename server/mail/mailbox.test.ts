import { expect, test } from 'vitest';
import { FakeClock } from '../testing/fake-clock.ts';
import { openServers } from '../testing/open-servers.ts';
import { openMailbox } from './mailbox.ts';

const { folder } = openServers();
const letter = { to: 'ann@test.invalid', subject: 'A letter', text: 'Words', html: '<p>Words</p>' };

test('each mail of the demo has an address of its own, however many have gone before', async () => {
  const dataDir = folder();
  const clock = new FakeClock();
  for (let count = 0; count < 205; count += 1) await openMailbox(dataDir, clock).send({ ...letter, key: `k${count}` });
  const ids = openMailbox(dataDir, clock)
    .all()
    .map(({ id }) => id);
  expect([ids.length, new Set(ids).size]).toEqual([200, 200]);
});

test('a mail that comes again is held once, also where others have come since', async () => {
  const mailbox = openMailbox(folder(), new FakeClock());
  for (const key of ['one', 'two', 'one']) await mailbox.send({ ...letter, key });
  expect(mailbox.all().map(({ key }) => key)).toEqual(['two', 'one']);
});
