import { familyNames, givenNames, nicknames } from '../../../server/dev/names.ts';
import { createSeeded, type Seeded } from '../../../server/dev/seeded.ts';
import type { ChartPerson, ClientsFrom } from '../../../src/features/pro/charts/client-rows.ts';
import { plainText } from '../../../src/lib/plain-text.ts';
import { clientStatuses } from '../../../sync/collections/chart.ts';

const given = [...givenNames, 'Maria', 'María', 'Marianne'] as const;
const family = [...familyNames, 'Lindqvist', 'Lindquist'] as const;
/** The middle of a phone number. */
const offices = ['555', '201', '342', '417', '586', '624', '738', '853', '907', '960'] as const;

/** The clients of a large practice as its replica holds them: accents, couples, archived ones, phones as people write them. */
export function manyClients(count: number): ClientsFrom {
  const seeded = createSeeded(2026);
  const practice = { practice_id: 'p1', timezone: 'America/New_York' };
  const clients = Array.from({ length: count }, () => {
    const id = seeded.id();
    const isCouple = seeded.next() < 0.1;
    const people = Array.from({ length: isCouple ? 2 : 1 }, () => personOf(seeded, id));
    return { id, isCouple, people, isArchived: seeded.next() < 0.1, status: seeded.pick(clientStatuses) };
  });
  return {
    cards: clients.map(({ id, people, isArchived }) => ({
      id,
      body: { ...practice, ...namesOnCard(people), ...(isArchived ? { archived: '2026-02-01T00:00:00.000Z' } : {}) },
    })),
    charts: clients.map(({ id, isCouple, status }) => ({
      id,
      body: {
        patient_type: isCouple ? 'couple' : 'individual',
        client_status: status,
        presenting_problem: '',
        opened: '2026-01-01T00:00:00.000Z',
        practice_id: practice.practice_id,
      },
    })),
    people: clients.flatMap(({ people }) => people.map((body) => ({ body }))),
    treated: new Set(clients.map(({ id }) => id)),
  };
}

/** Of a couple the card says no more than their names. */
function namesOnCard(people: readonly ChartPerson[]): Omit<ChartPerson, 'chart_id'> {
  const [first, second] = people;
  if (!first) throw new Error('nobody comes');
  const { chart_id: _chart, ...one } = first;
  return second ? { first_name: `${one.first_name} and ${second.first_name}`, last_name: one.last_name } : one;
}

function personOf(seeded: Seeded, chartId: string): ChartPerson {
  const [first_name, last_name] = [seeded.pick(given), seeded.pick(family)];
  const nickname = nicknames[first_name];
  const digits = (length: number): string => String(seeded.below(10 ** length)).padStart(length, '0');
  const [area, office, line] = [`3${digits(2)}`, seeded.pick(offices), digits(4)];
  const phones = [`(${area}) ${office}-${line}`, `+1 ${area} ${office} ${line}`, `${area}.${office}.${line}`];
  const name = plainText(`${first_name}.${last_name}`).replaceAll(' ', '.');
  return {
    chart_id: chartId,
    first_name,
    last_name,
    ...(nickname === undefined ? {} : { preferred_first_name: nickname }),
    ...(seeded.next() < 0.9 ? { phone_number: seeded.pick(phones) } : {}),
    ...(seeded.next() < 0.8 ? { email: `${name}${digits(2)}@mail.test` } : {}),
  };
}
