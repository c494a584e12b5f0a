import type { GenericSchema } from 'valibot';
import type { Facts, LoadRequest } from './facts.ts';
import type { IndexKey } from './index-key.ts';
import type { Actor, MutationContext } from './mutation.ts';
import type { Instant, Json, StoredRecord } from './record.ts';
import type { ErrorCode } from '../protocol/error-codes.ts';
import { assert } from './assert.ts';

/** What an index function sees. */
export interface IndexInput<Body> {
  readonly id: string;
  readonly scope: string;
  readonly body: Body;
}

/** What another scope must see of a record: a pure function of it, written by the server in the same transaction. */
export interface Projected {
  readonly collection: string;
  readonly id: string;
  readonly scope: string;
  readonly cls: string;
  /** `null`: nothing is to be seen (any more). */
  readonly body: Json | null;
}

/** Something that must be done once, outside the record itself: at once, at a moment, or when a date has passed in the practice's zone. */
export interface WantedJob {
  /** A kind of job that the server knows. */
  readonly kind: string;
  /** Names this job for good: planned again under it, the newer plan replaces one that has not run; it never runs twice at once. */
  readonly key: string;
  readonly payload: Json;
  /** Absent: as soon as the write is committed. */
  readonly when?: { readonly at: Instant } | { readonly afterDate: string };
}

/** What a write means for work to come: jobs to plan, and keys of planned ones that have lost their reason. */
export interface JobPlan {
  readonly plan?: readonly WantedJob[];
  readonly drop?: readonly string[];
}

/** What a record says about who has which role in its scope. */
export interface Grant {
  readonly account: string;
  readonly role: string;
  /** The last day, in the practice's zone. */
  readonly until: string | undefined;
  readonly hasEnded: boolean;
  /** Somebody else gave it: a device that hears nothing of the server closes what hangs on it early. */
  readonly isShared: boolean;
}

/**
 * One kind of synced record, declared once for device and server. Indexed are ids, instants and enums that are not
 * clinical; never names, text, birth dates, diagnoses or scores.
 */
export interface Collection<Body = Json, Name extends string = string, Index extends string = string> {
  readonly name: Name;
  /** Number of the current body schema. Older ones are lifted by `upcast[oldShape]`, one step at a time. */
  readonly shape: number;
  readonly body: GenericSchema<unknown, Body>;
  /** role -> classes that it reads in this collection. A role that is not named reads nothing. */
  readonly readers: Readonly<Record<string, readonly string[]>>;
  readonly indexes: Readonly<Record<Index, (input: IndexInput<Body>) => readonly IndexKey[]>>;
  /** Raised with every change of `indexes` (default 1): devices then index what they hold anew. */
  readonly indexed?: number;
  /** Where in time the record belongs, '' for timeless. A first sync brings what is near today first. */
  readonly at: (body: Body) => Instant;
  /** The kinds of scope in which its records live; absent: any. */
  readonly livesIn?: readonly string[];
  /** Whether id, scope and body go together, where the id follows from what else a record says. */
  readonly fits?: (record: StoredRecord<NoInfer<Body>>) => boolean;
  /** The record in whose scope it must lie, found by its own id alone, so that neither needs opening: a note lies with its session. */
  readonly liesWith?: { readonly collection: string; readonly idOf: (id: string) => string };
  /** Sealed at rest on the server, and each overwritten version is kept. */
  readonly clinical: boolean;
  /** Of a clinical one: `false` where an overwritten version is kept nowhere. */
  readonly keepsVersions?: false;
  /** The account that this record concerns beside its scope's members: it always reads it (memberships only). */
  readonly alwaysReads?: (body: Body) => string | null;
  /** Its records give roles in the scope they live in; one collection of a registry does. `index`: by account and scope. */
  readonly grants?: { readonly index: string; readonly of: (body: Body) => Grant };
  /**
   * Its record founds the scope it lives in, under that scope's id, and names the scope above, for good. Roles there count below
   * as `kind.role`: `readers` and rules may name them. `parent: null`: no such scope has one above, whatever its record says.
   */
  readonly founds?: { readonly kind: string; readonly parent: ((body: Body) => string | null) | null };
  /** Of a founding record: the zone in which days pass in its scope and below. */
  readonly zone?: (body: Body) => string;
  /**
   * Of records that hold what follows from outside tables (time zones): the body as this machine derives it; null where it says
   * the same. The server derives what is to come anew when its table changes.
   */
  readonly derive?: (body: NoInfer<Body>) => NoInfer<Body> | null;
  readonly project?: (record: StoredRecord<Body>) => readonly Projected[];
  /** On the server alone: the jobs that follow from a write. A pure function of the record as it is now and as it was. */
  readonly jobs?: (record: StoredRecord<Body>, before: StoredRecord<Body> | undefined) => JobPlan;
  readonly upcast?: Readonly<Record<number, (body: Json) => Json>>;
}

/** A collection whose body type is not known at this point. */
// oxlint-disable-next-line typescript/no-explicit-any -- the one place where differently typed bodies share a list
export type AnyCollection = Collection<any>;

/** Declares a collection; the types of its name, body and indexes follow from what is said. */
export function defineCollection<Body, const Name extends string, Index extends string>(
  collection: Collection<Body, Name, Index>,
): Collection<Body, Name, Index> {
  assert(/^[a-z_]+$/.test(collection.name), 'a collection name is lower case with underscores');
  assert(Number.isInteger(collection.shape) && collection.shape >= 1, 'shapes count from 1');
  for (let shape = 1; shape < collection.shape; shape += 1) {
    assert(collection.upcast?.[shape], `collection ${collection.name} cannot lift shape ${shape}`);
  }
  return collection;
}

/** One record that a mutator writes. `fields` names what it set, for conflict control; deletion is a field. */
export interface RecordWrite {
  readonly collection: string;
  readonly id: string;
  readonly scope: string;
  readonly cls: string;
  readonly body: Json;
  readonly fields: readonly string[];
  /** Stamps to carry over unchanged or to set to another uid (conflict resolution); default: the writer's uid. */
  readonly stamps?: Readonly<Record<string, string>>;
}

/** An expected refusal, with a code of the error catalogue. */
export interface Rejection {
  readonly reject: ErrorCode;
  /** What a person needs to decide: times of the actor's own practice, numbers of parts. Never an id, a name, or anything foreign. */
  readonly detail?: Json;
}

/** A part of a change that a guard does not let through, while the rest goes on. */
export interface LeftOut {
  /** Names the part, in the mutator's own terms. */
  readonly key: string;
  readonly code: ErrorCode;
  readonly detail?: Json;
}

export type RunOutcome = readonly RecordWrite[] | Rejection;

/** Everything a running mutator sees. Pure: time, ids and chance come from `ctx`. */
export interface MutatorInput<Args> {
  readonly facts: Facts;
  readonly args: Args;
  readonly ctx: MutationContext;
  readonly actor: Actor;
  /** uid of the running mutation. */
  readonly uid: string;
  /** Parts that the guard left out: `run` is asked once more, and writes them as what they then are. */
  readonly leftOut: readonly LeftOut[];
  /** On the server alone: when it arrived, by the server's clock. */
  readonly receivedAt?: Instant;
  /** On the server alone: the date of its arrival in the practice's zone. */
  readonly today?: string;
}

/** Who may, said once for loading and judging: made by helpers that name roles (`collections/who-may.ts`). */
export interface Who<Args> {
  /** Roles that may; null: not a question of a role alone. */
  readonly roles: readonly string[] | null;
  /** What must be known to judge. */
  readonly load: (args: Args) => readonly LoadRequest[];
  readonly may: (input: MutatorInput<Args>) => boolean;
}

/** A mutator as its file declares it. */
export interface MutatorSpec<Args, Name extends string> extends Omit<Mutator<Args, Name>, 'load' | 'may' | 'roles'> {
  readonly who: Who<Args>;
  /** What it reads beside what `who` reads. */
  readonly load?: Mutator<Args>['load'];
}

/** A named intent: the same function runs on the device and on the server. */
export interface Mutator<Args = Json, Name extends string = string> {
  readonly name: Name;
  readonly args: GenericSchema<unknown, Args>;
  /** How many ids it needs for what it makes: `ctx.ids` then holds them, derived from actor and uid on every side. */
  readonly makes?: number;
  /** Of builds of before: it goes on applying, with the ids that it came with, and no device makes it any more. */
  readonly isRetired?: true;
  /** The roles that may, where it is a question of roles alone: the access table of the tests is made of them. */
  readonly roles: readonly string[] | null;
  /** Declares reads; asked again with what it got, at most `maxLoadRounds` times. Must be deterministic. */
  readonly load: (args: Args, facts: Facts, actor: Actor, ctx: MutationContext) => readonly LoadRequest[];
  /** Who may. Roles are asked through `facts.rolesIn(scope)`. */
  readonly may: (input: MutatorInput<Args>) => boolean;
  readonly run: (input: MutatorInput<Args>) => RunOutcome;
  /** Rules over rows that the device may not hold; on the server alone. Reveals nothing foreign. */
  readonly guard?: {
    readonly load: (args: Args, facts: Facts, actor: Actor, ctx: MutationContext) => readonly LoadRequest[];
    readonly check: (
      input: MutatorInput<Args> & { readonly receivedAt: Instant },
    ) => Rejection | { readonly leaveOut: readonly LeftOut[] } | null;
  };
  /**
   * [MU-4] What the change brings for records that the actor may not read: on the server alone, over everything it holds,
   * where `run` wrote anything. A write of the same record takes the place of the one by `run`. Told to nobody.
   */
  readonly follow?: {
    readonly load: (args: Args, facts: Facts, actor: Actor, ctx: MutationContext) => readonly LoadRequest[];
    readonly run: (input: MutatorInput<Args> & { readonly receivedAt: Instant }) => readonly RecordWrite[];
  };
}

// oxlint-disable-next-line typescript/no-explicit-any -- the one place where differently typed arguments share a list
export type AnyMutator = Mutator<any>;

/** Declares a mutator; the types of its name and arguments follow from what is said. */
export function defineMutator<Args, const Name extends string>(spec: MutatorSpec<Args, Name>): Mutator<Args, Name> {
  assert(/^[a-z_]+\.[a-z_]+$/.test(spec.name), 'a mutator name is collection.verb');
  const { who, load, ...rest } = spec;
  return {
    ...rest,
    roles: who.roles,
    may: who.may,
    load: load ? (args, facts, ...of) => [...who.load(args), ...load(args, facts, ...of)] : who.load,
  };
}

/**
 * Whether a mutation of this name is nobody's work: what is called `view` only looks, for the audit log. It neither waits nor
 * asks for a decision where it is refused.
 */
export function isView(name: string): boolean {
  return name.endsWith('.view');
}

/** Index rows of a record body: `[index, key]`. */
export function indexEntries(
  collection: AnyCollection,
  input: IndexInput<Json>,
): readonly (readonly [string, IndexKey])[] {
  return Object.entries(collection.indexes).flatMap(([index, keysOf]) =>
    keysOf(input).map((key): readonly [string, IndexKey] => [index, key]),
  );
}
