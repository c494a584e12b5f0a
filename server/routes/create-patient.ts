import * as v from 'valibot';
import { account } from '../../sync/collections/account.ts';
import { chart } from '../../sync/collections/chart.ts';
import { createChart } from '../../sync/collections/create-chart.ts';
import { zoneSchema } from '../../sync/collections/values.ts';
import { notFound } from '../http-error.ts';
import type { Services } from '../services.ts';
import type { Plan } from '../store/port.ts';
import { applyIntent, type Intent } from '../sync/apply-intent.ts';
import { readRecord } from '../sync/read-records.ts';
import { sameRequest } from './idempotency-key.ts';
import { intentCaller, type RouteRegistry } from './registry.ts';

const said = {
  first_name: v.string(),
  last_name: v.string(),
  preferred_first_name: v.optional(v.string()),
  dob: v.optional(v.string()),
  phone_number: v.optional(v.string()),
  email: v.optional(v.string()),
};

/** [C-565] One client, flat or under `patient`; the other one of a couple under `partner`. What is right, the change itself says. */
const patientRequest = v.object({
  ...v.partial(v.object(said)).entries,
  patient: v.optional(v.object(said)),
  partner: v.optional(v.object(said)),
  timezone: v.optional(zoneSchema),
});

/** `/api/users/v1/create_patient/`: a chart is begun. */
export function addCreatePatientRoutes(routes: RouteRegistry, services: Services): void {
  routes.add({
    method: 'POST',
    path: '/api/users/v1/create_patient/',
    audience: 'session',
    roles: ['orchid_pro'],
    kind: 'push',
    relation: "the caller's own practice",
    body: patientRequest,
    strictness: 'tolerant',
    handle: async (c, { caller, body }) => {
      const { patient, partner, timezone, ...flat } = body;
      const people = [patient ?? flat, ...(partner ? [partner] : [])].map((one) => withoutEmpty(one));
      const reader = { registry: services.registry, principal: caller.actor.principal };
      const { record } = await applyIntent(services, intentCaller(caller), {
        route: 'POST create_patient',
        same: sameRequest(c, { people, timezone: timezone ?? null }),
        *find(_context, madeIds): Plan<Intent> {
          const own = yield* readRecord(reader, account.name, caller.actor.sub);
          const known = own && v.parse(account.body, own.body);
          if (known?.practice_id === undefined) throw notFound();
          const [id = ''] = madeIds(1);
          const args = { practice_id: known.practice_id, people, timezone: timezone ?? known.timezone };
          return { name: createChart.name, args, about: { collection: chart.name, id } };
        },
      });
      const { patient_type, client_status } = v.parse(chart.body, record.body);
      return c.json(
        {
          patient: {
            ...people[0],
            patient_user_id: record.id,
            patient_chart_id: record.id,
            patient_type,
            client_status,
          },
        },
        201,
      );
    },
  });
}

/** A form's empty field says nothing. */
function withoutEmpty(one: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(one).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  );
}
