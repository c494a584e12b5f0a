import type { SeenRecord } from '../../sync/client/api.ts';
import { prefixRange } from '../../sync/core/index-key.ts';
import { recordKey } from '../../sync/core/record.ts';
import { useStatus } from './client-context.ts';
import type { Loaded, Question } from './live-answers.ts';
import type { BodyOf, CollectionName, RangeQuery, SeenRecordOf } from './model.ts';
import { useAnswer, useAnswers } from './use-answers.ts';

export type { Loaded } from './live-answers.ts';

/** One record of the replica, redrawn whenever it changes. `null` asks for nothing. */
export function useRecord<Name extends CollectionName>(
  collection: Name,
  id: string | null,
): Loaded<SeenRecordOf<Name> | undefined> {
  return useAnswer(id === null ? null : oneRecord(collection, id));
}

/** The rows of a range, in key order, redrawn whenever they change. `null` asks for nothing. */
export function useRange<Name extends CollectionName>(
  query: RangeQuery<Name> | null,
): Loaded<readonly SeenRecordOf<Name>[]> {
  return useAnswer(query === null ? null : oneRange(query));
}

/** Whether this record is known to be damaged here: it is being fetched again, and not shown meanwhile. */
export function useIsDamaged(collection: string, id: string): boolean {
  return useStatus().damaged.includes(recordKey(collection, id));
}

/**
 * Several records by id. An id that is not in the map has not been answered yet; one that maps to `undefined` is not
 * here. The first answers come together, so that no screen says "nothing here" of what it merely has not read.
 */
export type Records<Body> = ReadonlyMap<string, SeenRecord<Body> | undefined>;

export function useRecords<Name extends CollectionName>(
  collection: Name,
  ids: readonly string[],
): Records<BodyOf<Name>> {
  return useAnswers(ids, (id) => oneRecord(collection, id));
}

/**
 * The rows of several ranges of one index, by the whole part that their keys begin with. One that is not in the map has not been answered
 * yet; the first answers come together.
 */
export function useGroups<Name extends CollectionName>(
  collection: Name,
  index: RangeQuery<Name>['index'],
  prefixes: readonly string[],
): ReadonlyMap<string, readonly SeenRecordOf<Name>[]> {
  return useRanges(prefixes, (prefix) => ({ collection, index, ...prefixRange(prefix) }));
}

/** The rows of one range of each of these, as above. */
export function useRanges<Name extends CollectionName>(
  of: readonly string[],
  queryOf: (one: string) => RangeQuery<Name>,
): ReadonlyMap<string, readonly SeenRecordOf<Name>[]> {
  return useAnswers(of, (one) => oneRange(queryOf(one)));
}

const oneRecord = <Name extends CollectionName>(
  collection: Name,
  id: string,
): Question<SeenRecordOf<Name> | undefined> => ({
  key: recordKey(collection, id),
  ask: (client, onValue) => client.watchGet(collection, id, onValue),
});

const oneRange = <Name extends CollectionName>(query: RangeQuery<Name>): Question<readonly SeenRecordOf<Name>[]> => ({
  key: JSON.stringify(query),
  ask: (client, onValue) => client.watchRange(query, onValue),
});
