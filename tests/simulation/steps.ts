import { chartScope, practiceScope } from '../../sync/collections/classes.ts';
import { membershipId } from '../../sync/collections/membership.ts';
import type { OrchidModel } from '../../sync/collections/index.ts';
import type { Json } from '../../sync/core/record.ts';
import { registryOfTomorrow } from '../../sync/testing/tomorrow.ts';
import { wronglyShown } from './asleep.ts';
import {
  addToNote,
  chooseVersion,
  editNote,
  seenNote,
  signNote,
  tickBoxes,
  typeOn,
  wordsOf,
  writeText,
} from './note-steps.ts';
import { answerClient, sayOfOneself } from './client-steps.ts';
import { repeatSessions } from './series-steps.ts';
import { keepOffices, sayPlaceOfSeries } from './place-steps.ts';
import { handOn } from './transfer-steps.ts';
import { askForTime } from './wish-steps.ts';
import { keepHours } from './availability-steps.ts';
import { beginChart, sayOfPractice } from './professional-steps.ts';
import { bookSession } from './book-step.ts';
import { agreeOnTerms, cancelSession, keepCalendar, planAnew, restoreSession, sayWhoCame } from './calendar-steps.ts';
import { keepContacts, reviseClient, standClient, tryMadeUp } from './chart-steps.ts';
import { badNetwork, goodNetwork } from './device-network.ts';
import { askKeptAgain, editByRest } from './rest-steps.ts';
import { oneOf, type StepContext } from './step-context.ts';
import { professionals, recordsOfTomorrow, startAppointments } from './start-records.ts';

type MutatorName = keyof OrchidModel['args'];

interface Step {
  readonly name: string;
  readonly weight: number;
  /** The changes that it makes: every one of the product has a step. */
  readonly makes?: readonly MutatorName[];
  readonly run: (context: StepContext) => Promise<unknown> | void;
}

/** Everything that can happen in a schedule, and how often. */
const steps: readonly Step[] = [
  { name: 'edit a note', weight: 34, makes: ['note.edit'], run: editNote },
  { name: 'tick boxes', weight: 4, makes: ['note.edit'], run: tickBoxes },
  { name: 'type on', weight: 14, makes: ['note.edit'], run: typeOn },
  { name: 'a program edits a note', weight: 4, run: editByRest },
  { name: 'choose a version', weight: 3, makes: ['note.choose'], run: chooseVersion },
  { name: 'sign a note', weight: 4, makes: ['note.sign'], run: signNote },
  { name: 'add to a signed note', weight: 2, makes: ['note.addend'], run: addToNote },
  { name: 'book a session', weight: 3, makes: ['appointment.book'], run: bookSession },
  { name: 'move a session', weight: 6, makes: ['appointment.edit'], run: planAnew },
  {
    name: 'say who came, and from where',
    weight: 3,
    makes: ['appointment.mark_no_show', 'appointment.mark_held', 'session_place.say'],
    run: sayWhoCame,
  },
  {
    name: 'keep the calendar',
    weight: 4,
    makes: ['blocked_interval.save', 'appointment_type.save'],
    run: keepCalendar,
  },
  { name: 'begin a chart', weight: 4, makes: ['chart.create'], run: beginChart },
  {
    name: 'say how a client stands',
    weight: 4,
    makes: ['chart.set_status', 'chart.archive', 'chart.restore', 'chart.merge'],
    run: standClient,
  },
  { name: 'say what is known of a client', weight: 4, makes: ['chart_person.edit'], run: reviseClient },
  { name: 'keep the address book', weight: 5, makes: ['contact.save', 'client_info.save'], run: keepContacts },
  {
    name: 'samples come and go',
    weight: 3,
    makes: ['sample.seed', 'sample.remove', 'sample.bring_back'],
    run: tryMadeUp,
  },
  { name: 'cancel a session', weight: 2, makes: ['appointment.cancel'], run: cancelSession },
  {
    name: 'agree on terms',
    weight: 4,
    makes: ['appointment.approve', 'appointment.decide_fee', 'cancellation_policy.save'],
    run: agreeOnTerms,
  },
  {
    name: 'hand a session on',
    weight: 5,
    makes: ['session_transfer.propose', 'session_transfer.answer'],
    run: handOn,
  },
  {
    name: 'repeat sessions',
    weight: 6,
    makes: [
      'appointment_series.book',
      'appointment_series.cancel',
      'appointment_series.edit',
      'appointment_series.extend',
      'appointment_series.let_end',
      'appointment_series.restore',
      'unplaced_session.drop',
      'unplaced_session.place',
    ],
    run: repeatSessions,
  },
  { name: 'say where the client of a series is', weight: 3, makes: ['series_place.say'], run: sayPlaceOfSeries },
  {
    name: 'say in which office',
    weight: 4,
    makes: ['session_office.say', 'series_office.say', 'professional_record.save'],
    run: keepOffices,
  },
  {
    name: 'ask for another time',
    weight: 4,
    makes: ['session_wish.ask', 'session_wish.answer', 'session_wish.withdraw'],
    run: askForTime,
  },
  {
    name: 'say when one can be booked',
    weight: 4,
    makes: ['availability_period.save', 'availability_opening.save', 'unavailability.save', 'booking_rules.save'],
    run: keepHours,
  },
  { name: 'restore a session', weight: 2, makes: ['appointment.restore'], run: restoreSession },
  { name: 'give or end access', weight: 5, makes: ['membership.grant', 'membership.revoke'], run: changeAccess },
  {
    name: 'invite a person, or decide on an invite',
    weight: 2,
    makes: ['chart.invite', 'chart.withdraw_invite', 'chart.confirm_joined', 'chart.undo_joining'],
    run: inviteSomebody,
  },
  {
    name: 'say something of oneself',
    weight: 3,
    makes: ['member_profile.save', 'profile_photo.set'],
    run: sayOfOneself,
  },
  {
    name: 'say something of one’s practice',
    weight: 3,
    makes: ['professional_record.save', 'orchid_pro_type.create', 'orchid_pro_type.update', 'account.set_timezone'],
    run: sayOfPractice,
  },
  { name: 'answer what the client told', weight: 3, makes: ['person_proposal.answer'], run: answerClient },
  { name: 'access ends while somebody types', weight: 2, run: endWhileTyping },
  { name: 'somebody tries what is not theirs', weight: 4, run: tryWhatIsNotTheirs },
  {
    name: 'give or end a role in the practice',
    weight: 4,
    makes: ['practice.give_role', 'practice.end_role', 'public_profile.set'],
    run: changePractice,
  },
  { name: 'network on or off', weight: 7, run: ({ device }) => void (device.network.online = !device.network.online) },
  { name: 'network turns bad', weight: 5, run: ({ device }) => void (device.network.odds = badNetwork) },
  { name: 'network turns good', weight: 4, run: ({ device }) => void (device.network.odds = goodNetwork) },
  {
    name: 'session ends',
    weight: 3,
    run: ({ device, random }) => device.endSession(random.chance(0.7) ? 'lock' : 'logout'),
  },
  { name: 'somebody signs in', weight: 6, run: ({ device }) => device.signInAgain() },
  { name: 'machine loses power', weight: 4, run: ({ device }) => device.crash() },
  { name: 'profile is restored', weight: 6, run: ({ device }) => device.restoreProfile() },
  { name: 'profile is copied', weight: 6, run: ({ device }) => device.copyProfile() },
  { name: 'profile is put back to before it sent', weight: 2, run: putBackUnsent },
  { name: 'storage is evicted', weight: 2, run: ({ device }) => device.evict() },
  { name: 'lock and unlock', weight: 2, run: ({ device }) => device.lockAndUnlock() },
  { name: 'locked, and delivers', weight: 4, run: lockAndDeliver },
  { name: 'clock jumps', weight: 4, run: jumpClock },
  { name: 'days pass', weight: 2, run: passDays },
  { name: 'tab opens', weight: 4, run: ({ device }) => (device.tabs < 3 ? device.openTab() : undefined) },
  { name: 'tab closes', weight: 2, run: ({ device }) => (device.tabs > 1 ? device.closeTab() : undefined) },
  { name: 'storage fails', weight: 4, run: failStorage },
  { name: 'storage recovers', weight: 3, run: ({ device }) => device.repair() },
  { name: 'server is updated', weight: 1, run: updateServer },
  { name: 'app is updated', weight: 4, run: ({ device }) => device.update() },
  { name: 'tombstones are pruned', weight: 5, run: ({ server }) => server.prune() },
];

/** Every change that a step makes. */
export const madeBySteps: ReadonlySet<string> = new Set(steps.flatMap(({ makes = [] }) => makes));

const totalWeight = steps.reduce((sum, step) => sum + step.weight, 0);

/** Takes one step and lets a little time pass. Answers its name. */
export async function takeStep(context: StepContext): Promise<string> {
  const { random, time } = context;
  let roll = random.next() * totalWeight;
  const step = steps.find(({ weight }) => (roll -= weight) < 0);
  await step?.run(context);
  await time.pass(random.below(3) === 0 ? random.below(4000) : random.below(150));
  return `${context.device.name}: ${step?.name ?? 'nothing'}`;
}

/** Now and then by who was given access: most of that is refused, and must be told. */
async function changeAccess({ devices, device, random }: StepContext): Promise<void> {
  const scope = chartScope(random.chance(0.5) ? 'c1' : 'c2');
  const role = random.chance(0.8) ? 'treating' : 'supervisor';
  const by = random.chance(0.8) ? devices[0] : device;
  const account = by?.sub === 'pro-2' && random.chance(0.5) ? 'pro-1' : 'pro-2';
  const args: Json = random.chance(0.5)
    ? { scope, account, account_name: professionals.get(account) ?? '', role }
    : { scope, membership_id: membershipId(scope, account, role) };
  await by?.mutate('membership_id' in args ? 'membership.revoke' : 'membership.grant', args, {});
}

/** Of an invite that this world does not have, and of a person who has an account: refused, whoever asks, and told. */
async function inviteSomebody({ device, random }: StepContext): Promise<void> {
  const chart_id = oneOf(random, ['c1', 'c2']);
  const decision = { chart_id, invite_id: `i-${random.below(3)}` };
  const tries: readonly (() => Promise<unknown>)[] = [
    () => device.mutate('chart.invite', { chart_id, person_id: `${chart_id}.1`, way: 'paper' }, {}),
    () => device.mutate('chart.withdraw_invite', decision, {}),
    () => device.mutate('chart.confirm_joined', decision, {}),
    () => device.mutate('chart.undo_joining', decision, {}),
  ];
  await oneOf(random, tries)();
}

/** What was typed a moment ago still waits for a pause when the end of the access arrives: it is sent all the same. */
async function endWhileTyping({ devices, random, index }: StepContext): Promise<void> {
  const scope = chartScope('c2');
  const other = devices.find(({ sub }) => sub === 'pro-2');
  if (!other) return;
  const appointment = oneOf(random, ['b1', 'b2'] as const);
  const base = (await seenNote(other, appointment))?.stamps['plan'] ?? '';
  const text = wordsOf(other, index, random);
  await writeText(other, { appointment, field: 'plan', base, text, coalesce: true });
  const membership_id = membershipId(scope, 'pro-2', 'treating');
  await devices[0]?.mutate('membership.revoke', { scope, membership_id }, {});
}

/** Who does not treat tries to write: refused on the device or by the server, and never done. */
async function tryWhatIsNotTheirs({ devices, random, index }: StepContext): Promise<void> {
  const others = devices.filter(({ sub }) => !sub.startsWith('pro-'));
  if (others.length === 0) return;
  const device = oneOf(random, others);
  const appointment_id = oneOf(random, ['a1', 'a2', 'a3'] as const);
  const seen = await seenNote(device, appointment_id);
  const tries: readonly (() => Promise<unknown>)[] = [
    () => device.mutate('note.sign', { appointment_id, name: device.sub, seen: { ...seen?.stamps } }, {}),
    () => device.mutate('note.sign', { appointment_id, name: 'Dr. One', seen: { ...seen?.stamps } }, {}),
    () => device.mutate('note.addend', { appointment_id, text: `Not mine ${index}` }, {}),
    () =>
      device.mutate(
        'membership.grant',
        { scope: 'chart:c1', account: 'member-1', account_name: 'Me', role: 'treating' },
        {},
      ),
    () =>
      writeText(device, {
        appointment: appointment_id,
        field: 'plan',
        base: '',
        text: `Not mine ${index}`,
        coalesce: false,
      }),
  ];
  await oneOf(random, tries)();
}

/** Roles, and now and then whether one's own page is open. */
async function changePractice(context: StepContext): Promise<void> {
  await changeRole(context);
  const { device, random } = context;
  if (random.chance(0.3))
    await device.mutate('public_profile.set', { practice_id: 'p1', is_open: random.chance(0.5) }, {});
}

/** By the owner; by others, now and then: that is refused, and must be told. Who is a clinician there stays one. */
async function changeRole({ devices, device, random }: StepContext): Promise<void> {
  const by = random.chance(0.8) ? devices[0] : device;
  const [account, account_name] = random.chance(0.7) ? ['desk-1', 'Front Desk'] : ['pro-2', 'Dr. Two'];
  const role = random.chance(0.9) ? 'scheduler' : 'biller';
  const practice_id = 'p1';
  if (random.chance(0.5)) {
    await by?.mutate('practice.give_role', { practice_id, account, account_name, role }, {});
    return;
  }
  const membership_id = membershipId(practiceScope(practice_id), account, role);
  await by?.mutate('practice.end_role', { practice_id, membership_id }, {});
}

/** From here on, too, records come that a device knows only after its own update. */
async function updateServer({ server, canUpdate }: StepContext): Promise<void> {
  if (canUpdate) await server.update(registryOfTomorrow, recordsOfTomorrow());
}

/** A weekend, the 72 hours after which a lease ends, the 30 days for which the server keeps a word. */
async function passDays({ devices, device: by, server, time, random }: StepContext): Promise<void> {
  const hours = oneOf(random, [60, 73, 31 * 24]);
  await time.sleep(hours * 3_600_000);
  // Nobody has heard of the server yet.
  for (const device of devices) device.violations.push(...(await wronglyShown(device, hours)));
  by.violations.push(...(await askKeptAgain(server)));
}

/** What waited in the copy has left meanwhile, mostly, and is sent once more under another number. */
async function putBackUnsent(context: StepContext): Promise<void> {
  const { device, random, time } = context;
  await editNote(context);
  device.copyProfile();
  await time.pass(random.below(6000));
  await device.restoreProfile();
}

/** Locked with work waiting, delivered by the service worker, once or several times, and unlocked after a while or much later. */
async function lockAndDeliver({ device, random, time, index }: StepContext): Promise<void> {
  if (random.chance(0.7)) {
    const appointment = oneOf(random, startAppointments);
    const base = (await seenNote(device, appointment))?.stamps['plan'] ?? '';
    await writeText(device, {
      appointment,
      field: 'plan',
      base,
      text: wordsOf(device, index, random),
      coalesce: random.chance(0.5),
    });
  }
  await device.lock(random.chance(0.8) ? 'lock' : 'logout');
  device.deliverLocked();
  if (random.chance(0.3)) time.after(random.below(6000), () => device.deliverLocked());
  // Mostly there is time for it; now and then the person is back at once.
  const awayMs = random.chance(0.25) ? random.below(1500) : 2000 + random.below(10_000);
  time.after(awayMs, () => void device.unlock());
}

function jumpClock({ device, random }: StepContext): void {
  device.clock.skewMs = (random.next() - 0.5) * 2 * 86_400_000;
}

function failStorage({ device, random, time }: StepContext): void {
  let left = 1 + random.below(3);
  const code = oneOf(random, ['lost-handle', 'failed', 'quota'] as const);
  device.isStorageFailing = true;
  device.disk.fault = (operation) => {
    if (operation === 'begin' || left <= 0 || random.next() < 0.7) return null;
    left -= 1;
    device.machineFaults += 1;
    device.refusedAtMs = time.nowMs;
    return code;
  };
}
