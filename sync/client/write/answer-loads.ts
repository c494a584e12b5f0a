import type { Body } from '../../ports.ts';
import type { Known, LoadAnswer, LoadRequest } from '../../core/facts.ts';
import { recordKey, type StoredRecord } from '../../core/record.ts';
import { misplaced } from '../../core/fits.ts';
import { actorRoles } from './actor-roles.ts';
import { noteBroken } from '../replica/broken-records.ts';
import { entryOf, rowToRecord, type Replica } from '../replica/replica.ts';
import { scopeHint } from '../read/scope-hints.ts';
import { seenByKey, seenByRange, type OverlayMemo, type SeenRow } from '../read/seen-rows.ts';
import { together } from '../replica/together.ts';
import { isAside } from '../replica/row-meta.ts';

/** What a body knows of the device while it answers loads; filled as it goes. */
export interface DeviceView {
  /** A first sync came to its end: what is not here is absent as far as this device can know; before, it is unknown. */
  complete: boolean;
  readonly overlay: OverlayMemo;
  /** The actor's roles by scope, as far as they were asked for. */
  readonly roles: Map<string, readonly string[]>;
  /** What says them, by where it was looked for: a scope above several is asked about once. */
  readonly grants: Map<string, readonly StoredRecord[]>;
  /** Roles that were read in earlier transactions and hold still; null: what this one has changed may say others. */
  readonly remembered: Map<string, readonly string[]> | null;
  /** Ids that the change makes, run for the first time: no record names one yet, so storage is not asked. */
  readonly unborn: readonly string[];
  /** What is remembered may not be so: a record that is broken there is none to be named. */
  readonly isAhead: boolean;
}

/** What a view is made with, where it is not as usual. */
type ViewOptions = Partial<Pick<DeviceView, 'remembered' | 'unborn' | 'isAhead'>>;

export function newView(complete: boolean, options: ViewOptions = {}): DeviceView {
  const { remembered = null, unborn = [], isAhead = false } = options;
  return { complete, overlay: new Map(), roles: new Map(), grants: new Map(), remembered, unborn, isAhead };
}

/** Answers a mutator's loads from the replica, all of them side by side. */
export function* answerLoads(
  replica: Replica,
  requests: readonly LoadRequest[],
  view: DeviceView,
): Body<readonly LoadAnswer[]> {
  const scopes = new Set(requests.flatMap((request) => hintedScope(replica, request) ?? []));
  const ahead = [...scopes].filter((scope) => !view.roles.has(scope)).map((scope) => rolesIn(replica, scope, view));
  const [answers] = yield* together(
    together(...requests.map((request) => answerLoad(replica, request, view))),
    // Roles in the scope of what is loaded are what comes next: where it is known, they come along.
    together(...ahead),
  );
  return withoutMisplaced(replica, answers, view);
}

/** [BR-2] A record that does not live where the one it lies with does is none to build on: what it says is not known here. */
function withoutMisplaced(replica: Replica, answers: readonly LoadAnswer[], view: DeviceView): readonly LoadAnswer[] {
  const found = answers.flatMap((answer) =>
    answer.kind === 'get' && answer.known.state === 'found' ? [answer.known.record] : [],
  );
  const apart = new Set(misplaced(replica.registry, found));
  if (apart.size === 0) return answers;
  for (const key of apart) nameBroken(replica, key, view);
  return answers.map((answer) => (isAmong(apart, answer) ? { kind: 'get', known: { state: 'unknown' } } : answer));
}

function isAmong(keys: ReadonlySet<string>, answer: LoadAnswer): boolean {
  if (answer.kind !== 'get' || answer.known.state !== 'found') return false;
  const { collection, id } = answer.known.record;
  return keys.has(recordKey(collection, id));
}

function hintedScope(replica: Replica, request: LoadRequest): string | undefined {
  return request.kind === 'get' ? scopeHint(replica, recordKey(request.collection, request.id)) : undefined;
}

function* answerLoad(replica: Replica, request: LoadRequest, view: DeviceView): Body<LoadAnswer> {
  switch (request.kind) {
    case 'get': {
      const key = recordKey(request.collection, request.id);
      if (view.unborn.some((id) => request.id.includes(id))) {
        view.overlay.set(key, undefined);
        return { kind: 'get', known: { state: 'absent' } };
      }
      const [seen] = yield* seenByKey([key], view.overlay);
      return { kind: 'get', known: toKnown(replica, seen, view) };
    }
    case 'roles':
      return { kind: 'roles', roles: yield* rolesIn(replica, request.scope, view) };
    case 'range': {
      const { records, isWhole } = yield* recordsIn(replica, request, view);
      return { kind: 'range', range: { records, complete: view.complete && isWhole } };
    }
  }
}

type RangeRequest = Extract<LoadRequest, { kind: 'range' }>;

function* rolesIn(replica: Replica, scope: string, view: DeviceView): Body<readonly string[]> {
  const known = view.roles.get(scope) ?? view.remembered?.get(scope);
  if (known) return known;
  let isWhole = true;
  const roles = yield* actorRoles(replica, scope, {
    *get(collection, id) {
      const [seen] = yield* seenByKey([recordKey(collection, id)], view.overlay);
      return (seen && open(replica, seen, view)) ?? undefined;
    },
    *within(range) {
      const known = view.grants.get(range.from);
      if (known) return known;
      const found = yield* recordsIn(replica, range, view);
      isWhole &&= found.isWhole;
      view.grants.set(range.from, found.records);
      return found.records;
    },
  });
  view.roles.set(scope, roles);
  if (isWhole) view.remembered?.set(scope, roles);
  return roles;
}

interface FoundRecords {
  readonly records: readonly StoredRecord[];
  /** False where one of them did not open. */
  readonly isWhole: boolean;
}

function* recordsIn(replica: Replica, request: RangeRequest, view: DeviceView): Body<FoundRecords> {
  const from = entryOf(request.collection, request.index, request.from);
  const to = entryOf(request.collection, request.index, request.to);
  const seen = yield* seenByRange({ from, to }, view.overlay);
  const records = seen.flatMap((row) => open(replica, row, view) ?? []);
  return { records, isWhole: records.length === seen.length };
}

function toKnown(replica: Replica, seen: SeenRow | undefined, view: DeviceView): Known {
  if (!seen) return view.complete ? { state: 'absent' } : { state: 'unknown' };
  // [EV-1, BR-2] It is there, and what it says is not known here: the server decides.
  const record = open(replica, seen, view);
  return record ? { state: 'found', record } : { state: 'unknown' };
}

/** Null for what is kept aside, and for what does not open: that is named. */
function open(replica: Replica, { table, row }: SeenRow, view: DeviceView): StoredRecord | null {
  if (isAside(row)) return null;
  try {
    return rowToRecord(replica, table, row);
  } catch {
    nameBroken(replica, row.k, view);
    return null;
  }
}

function nameBroken(replica: Replica, key: string, view: DeviceView): void {
  if (view.isAhead) throw new Error('what is remembered is broken: storage is asked');
  noteBroken(replica, key);
}
