import sodium from 'libsodium-wrappers';
import * as v from 'valibot';
import { toBase64Url } from '../../sync/core/base64url.ts';
import { derivedIds } from '../../sync/core/derived-ids.ts';
import { sealMutation } from '../../sync/core/deposit-box.ts';
import { protocolVersion } from '../../sync/protocol/version.ts';
import { systemRandom } from '../../server/system-ports.ts';
import type { LoadDevice } from '../bench/load/load-data.ts';
import type { Answer, Wish } from './race.ts';

/** A request, the same bytes at every try. */
export interface DoorRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A signed-in device and what it has sent so far. */
export interface RaceDevice extends LoadDevice {
  lastId: number;
}

/** A way by which a mutation comes into the server, and what it answers there. */
export interface Door {
  readonly name: string;
  readonly ask: (device: RaceDevice, wish: Wish) => DoorRequest;
  /** The id of what an account makes here; '': only the answer says it. */
  readonly idOf: (sub: string, uid: string) => string;
  /** Whether it lets in new sessions alone. */
  readonly books?: true;
  /** What was said about this wish; throws where nothing was. */
  readonly read: (status: number, text: string, wish: Wish) => Answer;
}

const interval = v.object({ start: v.string(), end: v.string() });
const pushAnswer = v.object({
  kind: v.literal('ok'),
  results: v.tuple([
    v.object({
      uid: v.string(),
      outcome: v.string(),
      code: v.optional(v.string()),
      detail: v.optional(v.object({ taken: v.array(interval) })),
    }),
  ]),
});

/** The outbox of a device, one row in a push. */
const push: Door = {
  name: 'push',
  ask: (device, { uid, name, args }) => {
    device.lastId += 1;
    const { lastId: id, sub, clientId, keyId, depositKey, cookie } = device;
    const ctx = { now: new Date().toISOString(), zone: 'America/New_York', ids: [], base: {} };
    const place = { principal: sub, clientId, id, random: systemRandom };
    const box = toBase64Url(sealMutation(sodium, depositKey, place, { uid, name, args, ctx }));
    const rows = [{ kind: 'sealed', id, key: keyId, box }];
    return {
      path: '/api/sync/v1/push',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ protocol: protocolVersion, clientId, principal: sub, highest: id, rows }),
    };
  },
  idOf: (sub, uid) => derivedIds(sub, uid, 1)[0] ?? '',
  read: (status, text, wish) => {
    const parsed = status === 200 ? v.safeParse(pushAnswer, JSON.parse(text)) : null;
    if (!parsed?.success) throw new Error(`${wish.uid} was answered ${status}: ${text.slice(0, 500)}`);
    const [{ uid, outcome, code = null, detail }] = parsed.output.results;
    if (uid !== wish.uid) throw new Error(`${wish.uid} was answered as ${uid}`);
    return { outcome, code, taken: detail?.taken ?? [] };
  },
};

const booking = v.object({
  chart_id: v.string(),
  clinician: v.string(),
  appointment_type_label: v.string(),
  start: v.string(),
  minutes: v.number(),
  force_book_over_blocked: v.optional(v.boolean()),
});
const seriesAnswer = v.object({ invites_created: v.tuple([v.object({ appointment_id: v.string() })]) });
const restRefusal = v.object({ detail: v.string() });
/** What is said to who does not get the time. */
const codes: Readonly<Record<string, string>> = {
  'Oops...There is a conflicting session!': 'conflicting_session',
  'This time is blocked in the calendar.': 'time_blocked',
};

/** A program that books by REST: a series of one session. The key of the request is what makes it the same one. */
const rest: Door = {
  name: 'rest',
  books: true,
  ask: ({ cookie }, { uid, args }) => {
    const { chart_id, clinician, appointment_type_label, start, minutes, force_book_over_blocked } = v.parse(
      booking,
      args,
    );
    const end = new Date(Date.parse(start) + minutes * 60_000).toISOString();
    const body = {
      patient_user_id: chart_id,
      appointment_type_label,
      appointments: [{ appointment_start: start, appointment_end: end }],
      ...(force_book_over_blocked === undefined ? {} : { force_book_over_blocked }),
    };
    return {
      path: `/api/scheduler/v1/appointment/series/?primary_orchid_pro_user_id=${clinician}`,
      headers: { 'content-type': 'application/json', 'idempotency-key': uid, cookie },
      body: JSON.stringify(body),
    };
  },
  idOf: () => '',
  read: (status, text, wish) => {
    if (status === 201) {
      const [{ appointment_id }] = v.parse(seriesAnswer, JSON.parse(text)).invites_created;
      return { outcome: 'applied', code: null, taken: [], session: appointment_id };
    }
    const code = status === 409 ? codes[v.parse(restRefusal, JSON.parse(text)).detail] : undefined;
    if (code === undefined) throw new Error(`${wish.uid} was answered ${status}: ${text.slice(0, 500)}`);
    return { outcome: 'rejected', code, taken: null };
  },
};

/** Every door at which a session can be asked for; each caller takes one by the seed. */
export const doors: readonly Door[] = [push, rest];
