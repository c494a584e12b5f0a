import type { PersonProposal } from '../../sync/collections/person-proposal.ts';
import { getSeen } from '../../sync/client/read/reads.ts';
import type { StepContext } from './step-context.ts';

/** Mostly the client does; anybody else has no such profile or account here, is refused and told. */
export async function sayOfOneself({ devices, device, random, index }: StepContext): Promise<void> {
  const member = devices.find(({ sub }) => sub === 'member-1');
  const by = random.chance(0.8) ? (member ?? device) : device;
  if (random.chance(0.8)) await by.mutate('member_profile.save', { home_city: `City ${index}` }, {});
  // Of each one the number stands in its picture, or it is taken away.
  else await by.mutate('profile_photo.set', { image: random.chance(0.8) ? `/9j/${btoa(`photo ${index}`)}` : '' }, {});
}

/** Of what stands on this screen; who sees nothing there tries now and then, and is refused or changes nothing. */
export async function answerClient({ device, random }: StepContext): Promise<void> {
  const { replica } = device;
  if (!replica) return;
  const seen = await getSeen<PersonProposal>(replica, 'person_proposal', 'c1.1').catch(() => undefined);
  const told = seen?.body.told.home_city;
  if (!told && random.chance(0.8)) return;
  const answer = random.chance(0.6) ? 'taken' : 'kept';
  const args = { chart_id: 'c1', person_id: 'c1.1', told: { home_city: told?.value ?? 'Nowhere' }, answer };
  await device.mutate('person_proposal.answer', args, {});
}
