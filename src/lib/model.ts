import type * as engine from '../../sync/client/api.ts';
import type { OrchidModel } from '../../sync/collections/index.ts';

/** The engine as this product's screens use it: a misspelt name, index or argument does not compile. */
export type OrchidClient = engine.OrchidClient<OrchidModel>;
export type CollectionName = engine.CollectionName<OrchidModel>;
export type MutatorName = engine.MutatorName<OrchidModel>;
export type BodyOf<Name extends CollectionName> = engine.BodyOf<OrchidModel, Name>;
export type ArgsOf<Name extends MutatorName> = engine.ArgsOf<OrchidModel, Name>;
export type RangeQuery<Name extends CollectionName> = engine.RangeQuery<OrchidModel, Name>;
export type SeenRecordOf<Name extends CollectionName> = engine.SeenRecord<BodyOf<Name>>;

/**
 * The engine knows names as texts and bodies as JSON. What it hands out was checked against the schemas of the registry that
 * these types are made of, and what it takes is checked against them.
 */
export function asOrchidClient(client: engine.OrchidClient): OrchidClient {
  return client;
}
