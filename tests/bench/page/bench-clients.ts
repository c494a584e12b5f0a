import { rangeSeen } from '../../../sync/client/read/reads.ts';
import type { Replica } from '../../../sync/client/replica/replica.ts';
import type { Call } from './write-batch.ts';

/** So many new clients for the practice of a replica, each with what a form asks on the first day. */
export async function newClients(replica: Replica, count: number): Promise<readonly Call[]> {
  const [card] = await rangeSeen<{ readonly practice_id: string }>(replica, {
    collection: 'client_card',
    index: 'practice',
    from: '',
    to: '~',
    limit: 1,
  });
  if (!card) throw new Error('no client tells the practice');
  const { practice_id } = card.body;
  return Array.from({ length: count }, (_, turn) => ({
    name: 'chart.create',
    args: { practice_id, people: [personOf(turn)], timezone: 'America/New_York' },
  }));
}

function personOf(turn: number): Readonly<Record<string, string>> {
  const number = String(turn).padStart(4, '0');
  return {
    first_name: 'María',
    last_name: `Lindqvist ${number}`,
    preferred_first_name: 'Mia',
    pronouns: 'she/her',
    dob: '1990-01-02',
    phone_number: `(303) 555-${number}`,
    email: `maria.lindqvist.${number}@mail.test`,
    home_address_line1: '12 Long Street',
    home_city: 'Denver',
    home_state: 'CO',
    home_zipcode: '80202',
    emergency_contact_name: 'Ana Lindqvist',
    emergency_contact_relationship: 'Sister',
    emergency_contact_phone: '(303) 555-0199',
  };
}
