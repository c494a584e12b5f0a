import * as v from 'valibot';
import { chart } from '../../sync/collections/chart.ts';
import { clientCard } from '../../sync/collections/client-card.ts';
import { isPutAway } from '../../sync/collections/sample.ts';
import { idOfScope } from '../../sync/collections/classes.ts';
import type { Services } from '../services.ts';
import type { Plan } from '../store/port.ts';
import { scopesToRead } from '../sync/audience.ts';
import { readRecord, ReadingSteps, type ReaderContext } from '../sync/read-records.ts';
import { check, queryOf } from './read-body.ts';
import { pageSchema } from './page-query.ts';
import type { RouteRegistry } from './registry.ts';

const query = v.object({
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), ''),
  ...pageSchema(100),
  patient_type: v.optional(v.picklist(['individual', 'couple'])),
  client_status: v.array(v.picklist(['active', 'waitlist', 'inactive', 'discharged'])),
});
type Query = v.InferOutput<typeof query>;

/** `/api/users/v1/patient_chart/` [S-346, S-347, S-348]: the charts that the caller reads. */
export function addPatientChartRoutes(routes: RouteRegistry, services: Services): void {
  routes.add({
    method: 'GET',
    path: '/api/users/v1/patient_chart/',
    isLong: true,
    audience: 'session',
    roles: ['orchid_pro'],
    relation: 'charts in which the caller has a role that reads them',
    handle: async (c, { caller }) => {
      const parsed = check(query, queryOf(c, ['client_status']), 'query');
      const context = { registry: services.registry, principal: caller.actor.principal };
      const entries = await services.store.readInPieces(() => readCharts(context), caller.actor.principal);
      const found = entries.filter((entry) => fits(entry, parsed)).sort((one, other) => compareNames(one, other));
      const page = found.slice(parsed.skip, parsed.skip + parsed.limit);
      if (page.length > 0) {
        const subject = { charts: page.map((entry) => entry.patient_chart_id) };
        await services.traces.note({ actor: context.principal, action: 'charts.read', subject });
      }
      return c.json({ entries: page, total: found.length });
    },
  });
}

interface Entry {
  readonly patient_chart_id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly preferred_first_name: string | null;
  readonly dob: string | null;
  readonly cognito_sub: string | null;
  readonly patient_type: string;
  readonly client_status: string;
}

function* readCharts(context: ReaderContext): Plan<Entry[]> {
  const entries: Entry[] = [];
  const steps = new ReadingSteps();
  for (const scope of yield* scopesToRead(context, 'chart', 'chart:')) {
    const id = idOfScope(scope);
    yield* steps.step(4);
    const chartRecord = yield* readRecord(context, 'chart', id);
    const cardRecord = yield* readRecord(context, 'client_card', id);
    if (!chartRecord || !cardRecord) continue;
    const { patient_type, client_status } = v.parse(chart.body, chartRecord.body);
    const card = v.parse(clientCard.body, cardRecord.body);
    // [SD-2] What was put away stands in no list.
    if (isPutAway(card)) continue;
    entries.push({
      patient_chart_id: id,
      first_name: card.first_name,
      last_name: card.last_name,
      preferred_first_name: card.preferred_first_name ?? null,
      dob: card.dob ?? null,
      cognito_sub: card.cognito_sub ?? null,
      patient_type,
      client_status,
    });
  }
  return entries;
}

function fits(entry: Entry, { search, patient_type, client_status }: Query): boolean {
  if (patient_type !== undefined && entry.patient_type !== patient_type) return false;
  if (client_status.length > 0 && !client_status.some((status) => status === entry.client_status)) return false;
  const name = `${entry.first_name} ${entry.preferred_first_name ?? ''} ${entry.last_name}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.includes(word));
}

function compareNames(one: Entry, other: Entry): number {
  const keyOf = (entry: Entry): string => `${entry.last_name}\n${entry.first_name}\n${entry.patient_chart_id}`;
  return keyOf(one) < keyOf(other) ? -1 : 1;
}
