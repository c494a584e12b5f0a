import type { Body } from '../ports.ts';
import * as v from 'valibot';
import type { Known, LoadAnswer, LoadRequest } from '../core/facts.ts';
import { membershipBody, membershipsIn } from '../collections/membership.ts';
import { accountScope } from '../collections/classes.ts';
import { recordKey, type StoredRecord } from '../core/record.ts';
import { entryOf, isParked, rowToRecord, type Replica } from './replica.ts';
import { scopeHint } from './scope-hints.ts';
import { seenByKey, seenByRange, type OverlayMemo, type SeenRow } from './seen-rows.ts';
import { together } from './together.ts';

/** What a body knows of the device while it answers loads; filled as it goes. */
export interface DeviceView {
  /** A first sync came to its end: what is not here is absent as far as this device can know; before, it is unknown. */
  complete: boolean;
  readonly overlay: OverlayMemo;
  /** The actor's roles by scope, as far as they were asked for. */
  readonly roles: Map<string, readonly string[]>;
}

export function newView(complete: boolean): DeviceView {
  return { complete, overlay: new Map(), roles: new Map() };
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
  return answers;
}

function hintedScope(replica: Replica, request: LoadRequest): string | undefined {
  return request.kind === 'get' ? scopeHint(replica, recordKey(request.collection, request.id)) : undefined;
}

function* answerLoad(replica: Replica, request: LoadRequest, view: DeviceView): Body<LoadAnswer> {
  switch (request.kind) {
    case 'get': {
      const [seen] = yield* seenByKey([recordKey(request.collection, request.id)], view.overlay);
      return { kind: 'get', known: toKnown(replica, seen, view.complete) };
    }
    case 'roles':
      return { kind: 'roles', roles: yield* rolesIn(replica, request.scope, view) };
    case 'range':
      return {
        kind: 'range',
        range: { records: yield* recordsIn(replica, request, view), complete: view.complete },
      };
  }
}

type RangeRequest = Extract<LoadRequest, { kind: 'range' }>;

/** The load that gives the actor's roles in a scope. */
export function rolesRange(sub: string, scope: string): RangeRequest {
  return { kind: 'range', ...membershipsIn(sub, scope) };
}

/** The actor's roles in a scope, from the memberships that the device holds. */
export function rolesFrom(sub: string, memberships: readonly StoredRecord[]): readonly string[] {
  return memberships
    .map((record) => v.safeParse(membershipBody, record.body))
    .flatMap((parsed) =>
      parsed.success && parsed.output.account === sub && !parsed.output.ended ? [parsed.output.role] : [],
    );
}

function* rolesIn(replica: Replica, scope: string, view: DeviceView): Body<readonly string[]> {
  const { sub } = replica.actor;
  if (scope === accountScope(sub)) return ['self'];
  const known = view.roles.get(scope);
  if (known) return known;
  const roles = rolesFrom(sub, yield* recordsIn(replica, rolesRange(sub, scope), view));
  view.roles.set(scope, roles);
  return roles;
}

function* recordsIn(replica: Replica, request: RangeRequest, view: DeviceView): Body<readonly StoredRecord[]> {
  const from = entryOf(request.collection, request.index, request.from);
  const to = entryOf(request.collection, request.index, request.to);
  const seen = yield* seenByRange({ from, to }, view.overlay);
  return seen.map((row) => open(replica, row));
}

function toKnown(replica: Replica, seen: SeenRow | undefined, complete: boolean): Known {
  // [EV-1] It is there, and what it says is not known here: the server decides.
  if (seen && isParked(seen.row)) return { state: 'unknown' };
  if (seen) return { state: 'found', record: open(replica, seen) };
  return complete ? { state: 'absent' } : { state: 'unknown' };
}

function open(replica: Replica, seen: SeenRow): StoredRecord {
  return rowToRecord(replica, seen.table, seen.row);
}
