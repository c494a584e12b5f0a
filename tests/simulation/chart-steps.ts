import { bookSession } from './book-step.ts';
import { getSeen, rangeSeen } from '../../sync/client/read/reads.ts';
import { ownIn } from './oracle/expected-clients.ts';
import { chartsBegun } from './professional-steps.ts';
import type { SimDevice } from './sim-device.ts';
import { oneOf, type StepContext } from './step-context.ts';

/** Of the charts of the start and of those begun since; an archived one is mostly taken back soon. */
export async function standClient(context: StepContext): Promise<void> {
  const { device, random } = context;
  const charts = ['c1', 'c2', ...(await chartsBegun(device))];
  const chart_id = oneOf(random, charts);
  const roll = random.next();
  if (roll < 0.35) {
    const client_status = oneOf(random, ['active', 'waitlist', 'inactive', 'discharged']);
    await device.mutate('chart.set_status', { chart_id, client_status }, {});
  } else if (roll < 0.5) {
    await device.mutate('chart.archive', { chart_id }, {});
    // Somebody who has not heard of it goes on planning.
    if (random.chance(0.7)) await bookSession({ ...context, device: oneOf(random, context.devices) }, [chart_id]);
  } else if (roll < 0.6) await device.mutate('chart.merge', { chart_id, other_chart_id: oneOf(random, charts) }, {});
  else await device.mutate('chart.restore', { chart_id }, {});
}

const facts = ['emergency_contact_name', 'insurance_provider', 'home_zipcode'] as const;
type Facts = Partial<Record<(typeof facts)[number], string>>;

/** One fact or two, typed over what stands on this screen; now and then by who may not. */
export async function reviseClient({ device, random, index: step }: StepContext): Promise<void> {
  const { replica } = device;
  if (!replica) return;
  const seen = await getSeen<Facts>(replica, 'chart_person', 'c1.1').catch(() => undefined);
  if (!seen && random.chance(0.8)) return;
  // Two may write in one step.
  const index = step * 1000 + random.below(1000);
  const said: Facts = {};
  for (const fact of [oneOf(random, facts), ...(random.chance(0.3) ? [oneOf(random, facts)] : [])])
    said[fact] = `W ${index}<${ownIn(seen?.body[fact] ?? '')}`;
  const base = Object.fromEntries(Object.keys(said).map((fact) => [fact, seen?.stamps[fact] ?? '']));
  await device.mutate(
    'chart_person.edit',
    { chart_id: 'c1', person_id: 'c1.1', ...said },
    { base },
    Object.values(said)[0],
  );
}

/** A new contact, a remark typed over the one on the screens of two, one that goes or comes back, or what new clients are asked. */
export async function keepContacts(context: StepContext): Promise<void> {
  await keepContact(context, context.device, 0);
  if (context.random.chance(0.8)) await keepContact(context, oneOf(context.random, context.devices), 500);
}

async function keepContact({ random, index: step }: StepContext, device: SimDevice, from: 0 | 500): Promise<void> {
  // Two may write in one step, and no two the same: of one text written twice nobody could say whose it is.
  const index = step * 1000 + from + random.below(500);
  const { replica } = device;
  if (!replica) return;
  if (random.chance(0.1)) {
    const asked = ['dob', 'email', 'pronouns'].filter(() => random.chance(0.5));
    await device.mutate('client_info.save', { asked }, {});
    return;
  }
  const all = { collection: 'contact', index: 'practice', from: '', to: '~' };
  const seen = await rangeSeen<{ name: string; remark?: string }>(replica, all).catch(() => []);
  if (seen.length === 0 || random.chance(0.2)) {
    const name = `Contact ${index} ${device.name.replaceAll(':', ' ')}`;
    await device.mutate(
      'contact.save',
      { practice_id: 'p1', kind: 'referrer', name, remark: `${name}: ${index}<0` },
      {},
      name,
    );
    return;
  }
  const one = oneOf(random, seen);
  const remark = `${one.body.name}: ${index}<${ownIn(one.body.remark ?? '')}`;
  const removed = random.chance(0.2) ? { removed: true } : {};
  const args = { practice_id: 'p1', contact_id: one.id, remark, ...removed };
  await device.mutate('contact.save', args, { base: { remark: one.stamps['remark'] ?? '' } }, remark);
}

/** Mostly by a clinician; anybody else has no practice to make some up in, is refused and told. */
export async function tryMadeUp({ devices, device, random }: StepContext): Promise<void> {
  const clinicians = devices.filter(({ sub }) => sub.startsWith('pro-'));
  const by = clinicians.length > 0 && random.chance(0.9) ? oneOf(random, clinicians) : device;
  const form = { note_schema_id: 'soap-note', note_schema_revision: 1 };
  const tries: readonly (() => Promise<unknown>)[] = [
    () => by.mutate('sample.seed', form, {}),
    () => by.mutate('sample.remove', {}, {}),
    () => by.mutate('sample.bring_back', {}, {}),
  ];
  // One after the other, mostly: what was made once is not made again, also after it was put away.
  for (let left = 1 + random.below(3); left > 0; left -= 1) await oneOf(random, tries)();
}
