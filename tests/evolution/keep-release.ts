/**
 * `node --import tsx tests/evolution/keep-release.ts NAME`: keeps what this build lays down, once, when it is released. A kept
 * release is never written again.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  accountScope,
  chartScope,
  classes,
  personScope,
  practiceScope,
  talkScope,
} from '../../sync/collections/classes.ts';
import type { ChartInvite } from '../../sync/collections/chart-invite.ts';
import { registry } from '../../sync/collections/index.ts';
import { membershipId } from '../../sync/collections/membership.ts';
import { getSeen } from '../../sync/client/read/reads.ts';
import { registryStamp } from '../../sync/client/replica/registry-stamp.ts';
import { toBase64Url } from '../../sync/core/base64url.ts';
import { replicaLayoutVersion } from '../../sync/store/indexeddb-store.ts';
import { MemoryDisk } from '../../sync/store/memory-store.ts';
import {
  appointmentOf,
  cardOf,
  chartOf,
  editOf,
  membershipOf,
  professionalOf,
  smallPractice,
  talkMember,
} from '../../server/testing/builders.ts';
import { TestServer } from '../../server/testing/test-server.ts';
import { dumpStore, packDir, releasesDir, writeRelease } from './kept-release.ts';
import { calendarChanges, calendarRecords, sessionsAhead } from './kept-calendar.ts';
import { clientChanges, clientRecords } from './kept-clients.ts';
import { seriesChanges, seriesRecords } from './kept-series.ts';
import { professionalChanges, professionalRecords } from './kept-professional.ts';
import { ShippedDevice } from './shipped-device.ts';

const name = process.argv[2] ?? '';
if (!/^\d+$/.test(name)) throw new Error('which release? a number');
if (fs.existsSync(path.join(releasesDir, name, 'release.json'))) throw new Error(`release ${name} is kept already`);

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'orchid-release-'));
const server = await TestServer.create({ dataDir: dir, seed: 7 });
for (const sub of ['ann', 'ben']) await server.addAccount(sub);
const scope = chartScope('c1');
await server.write(
  ...smallPractice(),
  professionalOf('ann', 'Dr. Ann'),
  membershipOf(scope, 'ben', 'supervisor'),
  talkMember('t1', 'ann'),
  membershipOf(practiceScope('p1'), 'ann', 'owner'),
  membershipOf(practiceScope('p1'), 'dora', 'scheduler', { access: 'delegated' }),
  {
    collection: 'practice',
    id: 'p1',
    scope: practiceScope('p1'),
    cls: classes.colleagues,
    body: { name: 'Kept Practice', zone: 'America/New_York' },
  },
  {
    collection: 'chart_person',
    id: 'c1.1',
    scope: personScope('c1.1'),
    cls: classes.contact,
    body: { chart_id: 'c1', first_name: 'Ada', last_name: 'Test', dob: '1980-03-04' },
  },
  {
    collection: 'person_proposal',
    id: 'c1.1',
    scope: personScope('c1.1'),
    cls: classes.contact,
    body: { chart_id: 'c1', told: { home_city: { value: 'Denver', at: '2026-11-19T09:00:00.000Z' } } },
  },
  {
    collection: 'profile_photo',
    id: 'ann',
    scope: accountScope('ann'),
    cls: classes.own,
    body: { image: '/9j/4AAQ', modify_datetime: '2026-11-19T09:00:00.000Z' },
  },
  ...professionalRecords,
  ...calendarRecords,
  ...seriesRecords,
  ...clientRecords,
  membershipOf(chartScope('c2'), 'ann', 'treating'),
  chartOf('c2'),
  cardOf('c2'),
  ...['c1.2', 'c1.3'].map((id) => ({
    collection: 'chart_person',
    id,
    scope: personScope(id),
    cls: classes.contact,
    body: { chart_id: 'c1', first_name: 'Bo', last_name: 'Test' },
  })),
  inviteOf('i1', { person_id: 'c1.1', state: 'open' }),
  inviteOf('i2', { person_id: 'c1.2', state: 'asks_clinician', joined_as: 'mia', joined_email: 'mia@test.invalid' }),
  inviteOf('i3', { person_id: 'c1.3', state: 'asks_birth_date', joined_as: 'noa', joined_email: 'noa@test.invalid' }),
  {
    collection: 'joining',
    id: 'j1',
    scope: accountScope('ann'),
    cls: classes.own,
    body: { invited_by: 'Dr. Ben', asks: 'birth_date', since: '2026-11-19T09:00:00.000Z' },
  },
  {
    collection: 'addendum',
    id: 'd1',
    scope,
    cls: classes.careTeam,
    body: {
      appointment_id: 'a1',
      text: 'kept by this release',
      author: 'ann',
      author_name: 'Dr. Ann',
      written: '2026-11-20T10:00:00.000Z',
    },
  },
  {
    collection: 'session_billing',
    id: 'billing.a1',
    scope,
    cls: classes.billing,
    body: { appointment_id: 'a1', billed: ['was_not_paid'] },
  },
  ...['a2', 'a3', 'a4', 'a5'].map((id, index) =>
    appointmentOf('c1', id, {
      ...(id === 'a5' ? { status: 'cancelled_orchid_pro', cancelled_from: 'invited' } : {}),
      ...(id === 'a4'
        ? { status: 'invited', price_cents: 9000, late: { hours: 24, fee: { kind: 'flat', cents: 8000 } } }
        : {}),
      local_start: `2026-11-20T0${index + 4}:00`,
      start: `2026-11-20T${String(9 + index).padStart(2, '0')}:00:00.000Z`,
      end: `2026-11-20T${String(9 + index).padStart(2, '0')}:50:00.000Z`,
    }),
  ),
  ...sessionsAhead.map(({ id, hour, ...held }) =>
    appointmentOf('c1', id, {
      ...held,
      zone: 'UTC',
      local_start: `${hour}:00`,
      start: `${hour}:00:00.000Z`,
      end: `${hour}:50:00.000Z`,
    }),
  ),
  {
    collection: 'assessment',
    id: 's1',
    scope,
    cls: classes.careTeam,
    body: { instrument: 'PHQ-9', answers: [1, 2, 0, 1, 0, 0, 3, 1, 0], taken: '2026-11-01T09:00:00.000Z' },
  },
  {
    collection: 'message',
    id: 'm1',
    scope: talkScope('t1'),
    cls: classes.partners,
    body: { sender: 'ann', messageTimetoken: '2026-11-19T09:00:00.000Z', sealed: 'AAAA' },
  },
  {
    collection: 'public_profile',
    id: 'ben',
    scope: practiceScope('p1'),
    cls: classes.colleagues,
    body: { cognito_sub: 'ben', display_name: 'Dr. Ben', medical_degree: 'PhD', is_open: true },
  },
  {
    collection: 'account',
    id: 'ann',
    scope: accountScope('ann'),
    cls: classes.own,
    body: {
      // A professional: what members alone may say waits in release 6, where she was one.
      user_type: 'orchid_pro',
      first_name: 'Ann',
      last_name: 'Test',
      display_name: 'Dr. Ann',
      timezone: 'America/New_York',
      practice_id: 'p1',
      modify_datetime: '2026-11-01T09:00:00.000Z',
    },
  },
);
await server.write({
  collection: 'member_profile',
  id: 'ann',
  scope: accountScope('ann'),
  cls: classes.own,
  body: { home_city: 'Denver', signup_form_finished: true, modify_datetime: '2026-11-01T09:00:00.000Z' },
});
// Two versions of one field, and a signed note, for the mutators that come after them.
const other = await server.signedIn('ann');
await other.push([other.seal(editOf('a4', 'one version')), other.seal(editOf('a4', 'another version'))]);

const disk = new MemoryDisk();
const device = await ShippedDevice.open(disk.connect(), server, 'ann');
await device.sync();
device.isOnline = false;
const edit = (appointment: string, text: string) => device.write('note.edit', editOf(appointment, text).args);
await edit('a1', 'waiting since this release');
await edit('a2', 'to be signed');
const stampsOf = async (id: string): Promise<Readonly<Record<string, string>>> =>
  (await getSeen(device.replica, 'note', `note.${id}`))?.stamps ?? {};
await device.write('note.sign', {
  appointment_id: 'a2',
  name: 'Dr. Ann',
  seen: { subjective: (await stampsOf('a2'))['subjective'] ?? '' },
});
await device.write('note.addend', { appointment_id: 'a2', text: 'added in this release' });
const two = await getSeen<{ others: { uid: string }[] }>(device.replica, 'note', 'note.a4');
await device.write('note.choose', {
  appointment_id: 'a4',
  field: 'subjective',
  value: 'the chosen version',
  seen: [two?.stamps['subjective'] ?? '', ...(two?.body.others ?? []).map(({ uid }) => uid)],
});
await device.write('appointment.cancel', { appointment_id: 'a3' });
await device.write('appointment.restore', { appointment_id: 'a5' });
await device.write('appointment.book', {
  chart_id: 'c1',
  clinician: 'ann',
  appointment_type_label: 'Individual session',
  local_start: '2026-11-27T08:00',
  zone: 'America/New_York',
  minutes: 50,
  start: '2026-11-27T13:00:00.000Z',
  place: 'telehealth',
  kind: 'regular',
  billing_type: 'self pay',
  price_cents: 12_000,
  force_book_over_blocked: false,
});
const practice_id = 'p1';
const deskRole = { practice_id, account: 'dora', account_name: 'dora', role: 'biller' };
await device.write('practice.give_role', deskRole);
await device.write('practice.end_role', {
  practice_id,
  membership_id: membershipId(practiceScope(practice_id), 'dora', 'scheduler'),
});
await device.write('membership.grant', { scope, account: 'ben', account_name: 'Dr. Ben', role: 'treating' });
await device.write('membership.revoke', { scope, membership_id: membershipId(scope, 'ben', 'supervisor') });
await device.write('public_profile.set', { practice_id, is_open: true });
await device.write('chart.confirm_joined', { chart_id: 'c1', invite_id: 'i2' });
await device.write('chart.undo_joining', { chart_id: 'c1', invite_id: 'i3' });
await device.write('chart.withdraw_invite', { chart_id: 'c1', invite_id: 'i1' });
await device.write('chart.invite', { chart_id: 'c1', person_id: 'c1.1', way: 'paper' });
await device.write('chart.create', {
  practice_id,
  people: [
    { first_name: 'Cem', last_name: 'Kept', preferred_first_name: 'C', dob: '1985-06-07', phone_number: '3035550101' },
    { first_name: 'Dot', last_name: 'Kept', email: 'dot@test.invalid' },
  ],
  timezone: 'America/Denver',
});
await device.write('profile_photo.set', { image: '' });
const told = { chart_id: 'c1', person_id: 'c1.1', told: { home_city: 'Denver' } };
await device.write('person_proposal.answer', { ...told, answer: 'taken' });
for (const [mutator, args] of [...calendarChanges, ...clientChanges, ...professionalChanges, ...seriesChanges])
  await device.write(mutator, args);
await device.write('chart.view', { chart_id: 'c1' });
device.close();
await server.close();

writeRelease(name, {
  registry: registryStamp(registry),
  replicaLayout: replicaLayoutVersion,
  now: new Date(server.clock.now()).toISOString(),
  replica: await dumpStore(disk.connect()),
  server: packDir(dir),
  keys: Object.fromEntries([...server.keys].map(([sub, { kek, auth }]) => [sub, { kek: toBase64Url(kek), auth }])),
});
fs.rmSync(dir, { recursive: true });
console.log(`kept release ${name}: ${registryStamp(registry)}`);

function inviteOf(id: string, change: Pick<ChartInvite, 'person_id' | 'state'> & Partial<ChartInvite>) {
  const body: ChartInvite = {
    chart_id: 'c1',
    way: 'paper',
    made_by: 'ann',
    made_by_name: 'Dr. Ann',
    made: '2026-11-19T09:00:00.000Z',
    until: '2026-12-03T09:00:00.000Z',
    ...change,
  };
  return { collection: 'chart_invite', id, scope, cls: classes.access, body };
}
