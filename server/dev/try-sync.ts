import { noteIdOf } from '../../sync/collections/appointment.ts';
import { systemClock, systemRandom } from '../system-ports.ts';
import { TestDevice } from '../testing/test-device.ts';
import { demoPassword } from './seed.ts';

/**
 * Signs in to a running server with the raw demo password, registers a deposit key, writes a note and reads it back:
 * `node --import tsx server/dev/try-sync.ts http://127.0.0.1:8787`.
 */
async function trySync(origin: string): Promise<void> {
  const device = new TestDevice({
    send: (path, init) => fetch(origin + path, init),
    random: systemRandom,
    clock: systemClock,
  });
  const signedIn = await device.signIn('clinician@demo.test', demoPassword);
  print('sign-in', signedIn.status);
  print('deposit key', (await device.registerKey()).status);
  await device.pullAll();
  print('records', device.replica.size);
  const session = device.all('appointment').find((row) => !device.find('note', noteIdOf(row.i)));
  if (!session) throw new Error('no session without a note');
  const answers = { focus: `Tried at ${new Date(systemClock.now()).toISOString()}` };
  const args = {
    appointment_id: session.i,
    author_name: 'Dr. Maya Lindqvist',
    note_schema_id: 'soap-note',
    note_schema_revision: 1,
    answers,
  };
  const pushed = await device.push([device.seal({ name: 'note.edit', args, base: { focus: '' } })]);
  print('push', JSON.stringify(pushed));
  const end = await device.pullAll();
  print('note', JSON.stringify(device.find('note', noteIdOf(session.i))?.b));
  print('sums agree', JSON.stringify(sorted(end.sums ?? {})) === JSON.stringify(sorted(device.sums())));
}

function sorted(sums: Record<string, readonly number[]>): unknown {
  return Object.entries(sums).sort(([one], [other]) => (one < other ? -1 : 1));
}

function print(what: string, value: string | number | boolean): void {
  process.stdout.write(`${what}: ${value}\n`);
}

await trySync(process.argv[2] ?? 'http://127.0.0.1:8787');
