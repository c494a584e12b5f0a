import { TestServer } from '../../../server/testing/test-server.ts';
import type { Mail, Mailer } from '../../../server/mail/mailer.ts';
import type { BenchRun } from '../bench-run.ts';

const pairs = 100;
/** In per cent: below, the two are told apart by more than chance. */
const leastP = 1;

type Ask = (email: string) => Promise<unknown>;

/**
 * Whether processor time tells an e-mail that has an account from one that nobody has: pairs of the two in turns, in an order that
 * changes, and the sign test over which of each pair took longer. Mails leave by jobs, after the answer and outside of what is
 * measured.
 */
export async function measureToldByTime(run: BenchRun): Promise<void> {
  const mails: Mail[] = [];
  const mailer: Mailer = { leaves: true, send: async (mail) => void mails.push(mail) };
  const server = await TestServer.create({ mailer, limits: { mails: 1_000_000 } });
  for (let index = 0; index < pairs + 10; index += 1) await server.addAccount(`known-${index}`, 'member');
  const device = server.device();
  const asks: Readonly<Record<string, Ask>> = {
    'asking for derivation parameters': (email) =>
      device.call('POST', '/api/login/v1/pre_login', { username_or_email: email }),
    'a forgotten password': (email) =>
      device.call('PUT', '/api/login/v1/forgot_password', { username_or_email: email }),
    'a wrong password': (email) =>
      device.call('POST', '/api/login/v1/initiate_auth', {
        username_or_email: email,
        password: `k1.${'A'.repeat(43)}`,
      }),
    'a registration': (email) =>
      device.call('POST', '/api/users/v1/patient/account', {
        user_in: { email, password: 'Tall-grass-42' },
        patient_in: { first_name: 'Vera', is_over_eighteen: true },
      }),
  };
  for (const [name, ask] of Object.entries(asks)) {
    // What runs for the first time is compiled; what it left for later is done before anything is measured.
    for (let index = pairs; index < pairs + 10; index += 1)
      for (const email of [`known-${index}@test.invalid`, `nobody-${index}@test.invalid`])
        await timeOf(server, ask, email);
    let longer = 0;
    for (let index = 0; index < pairs; index += 1) {
      const known = () => timeOf(server, ask, `known-${index}@test.invalid`);
      const unknown = () => timeOf(server, ask, `nobody-${index}@test.invalid`);
      const [one, other] = index % 2 === 0 ? [await known(), await unknown()] : swapped(await unknown(), await known());
      if (one > other) longer += 1;
    }
    run.report({
      kind: 'budget',
      unit: '%',
      name: `told by time: ${name}, p of the sign test`,
      own: [signTest(longer, pairs) * 100],
      floor: leastP,
      better: 'higher',
      note: `${longer} of ${pairs} took longer where there is an account.`,
    });
  }
  await server.close();
}

const swapped = <T>(one: T, other: T): [T, T] => [other, one];

/** Microseconds of processor time of one request, on all threads. */
async function timeOf(server: TestServer, ask: Ask, email: string): Promise<number> {
  const before = process.cpuUsage();
  await ask(email);
  const { user, system } = process.cpuUsage(before);
  await server.orchid.settle();
  return user + system;
}

/** How likely it is that a fair coin lies as far from the middle, either way (exact, binomial). */
function signTest(heads: number, tosses: number): number {
  const far = Math.abs(heads - tosses / 2);
  let sum = 0;
  let logChoose = 0;
  for (let count = 0; count <= tosses; count += 1) {
    if (Math.abs(count - tosses / 2) >= far) sum += Math.exp(logChoose - tosses * Math.LN2);
    logChoose += Math.log((tosses - count) / (count + 1));
  }
  return Math.min(1, sum);
}
