import type { AnyCollection } from './define.ts';
import type { Registry } from './run-mutation.ts';
import { kindOfScope } from './scope.ts';
import { assert } from './assert.ts';

type Granting = AnyCollection & Required<Pick<AnyCollection, 'grants'>>;
type Founding = AnyCollection & Required<Pick<AnyCollection, 'founds'>>;

interface AccessFacts {
  readonly granting: Granting | undefined;
  readonly founding: ReadonlyMap<string, Founding>;
  /** Roles by which some collection is read. */
  readonly reading: ReadonlySet<string>;
}

const known = new WeakMap<Registry, AccessFacts>();

/** The collection whose records say who has which role. */
export function grantingCollection(registry: Registry): Granting {
  const { granting } = factsOf(registry);
  assert(granting, 'one collection gives roles');
  return granting;
}

/** The collection whose record founds scopes of this one's kind; undefined: such a scope stands alone. */
export function foundingCollection(registry: Registry, scope: string): Founding | undefined {
  return factsOf(registry).founding.get(kindOfScope(scope));
}

/** Whether some collection is read by this role, had in a scope above. */
export function readsFromAbove(registry: Registry, role: string): boolean {
  return factsOf(registry).reading.has(role);
}

function factsOf(registry: Registry): AccessFacts {
  const facts = known.get(registry) ?? readFacts(registry);
  known.set(registry, facts);
  return facts;
}

function readFacts(registry: Registry): AccessFacts {
  const all = [...registry.collections.values()];
  const granting = all.filter((one): one is Granting => one.grants !== undefined);
  assert(granting.length <= 1, 'one collection gives roles');
  const founding = all.filter((one): one is Founding => one.founds !== undefined);
  return {
    granting: granting[0],
    founding: new Map(founding.map((one) => [one.founds.kind, one])),
    reading: new Set(all.flatMap(({ readers }) => Object.keys(readers))),
  };
}
