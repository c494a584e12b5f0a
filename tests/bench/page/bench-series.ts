import { rangeSeen } from '../../../sync/client/read/reads.ts';
import type { Replica } from '../../../sync/client/replica/replica.ts';
import type { Call } from './write-batch.ts';

/** So many single sessions, and so many weekly series of this length, of a client that the clinician treats. */
export interface Bookings {
  readonly singles: readonly Call[];
  readonly series: readonly Call[];
}

const dayMs = 86_400_000;
/** Years ahead of all that is held. */
const firstMonday = Date.parse('2040-01-02');

export async function newBookings(replica: Replica, count: number, length: number): Promise<Bookings> {
  const [session] = await rangeSeen<{ readonly clinician: string }>(replica, {
    collection: 'appointment',
    index: 'start',
    from: '',
    to: '~',
    limit: 1,
  });
  if (!session) throw new Error('no session tells the clinician');
  const common = {
    chart_id: session.scope.slice('chart:'.length),
    clinician: session.body.clinician,
    appointment_type_label: 'Individual session',
    place: 'telehealth',
    zone: 'America/New_York',
    minutes: 50,
  };
  const dateOf = (week: number): string => new Date(firstMonday + week * 7 * dayMs).toISOString().slice(0, 10);
  const hours = Array.from({ length: count }, (_, turn) => String(turn % 24).padStart(2, '0'));
  return {
    singles: hours.map((hour) => {
      const local_start = `${dateOf(0)}T${hour}:00`;
      return { name: 'appointment.book', args: { ...common, local_start, start: instantOf(local_start) } };
    }),
    series: hours.map((hour) => ({
      name: 'appointment_series.book',
      args: {
        ...common,
        local_start: `${dateOf(0)}T${hour}:00`,
        rule: { unit: 'week', every: 1, ends: { kind: 'count', count: length } },
        sessions: Array.from({ length }, (_, week) => ({ date: dateOf(week) })),
      },
    })),
  };
}

/** New York is five hours behind in January. */
function instantOf(local: string): string {
  return new Date(Date.parse(`${local}:00.000Z`) + 5 * 3_600_000).toISOString();
}
