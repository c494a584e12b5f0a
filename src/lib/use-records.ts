import { useEffect, useState } from 'react';
import type { SeenRecord } from '../../sync/client/api.ts';
import { prefixRange } from '../../sync/core/index-key.ts';
import { recordKey } from '../../sync/core/record.ts';
import { useClient, useStatus } from './client-context.ts';
import type { BodyOf, CollectionName, RangeQuery, SeenRecordOf } from './model.ts';

/** `undefined` value: the record does not exist here. `loading` lasts until the replica has answered once. */
export type Loaded<Value> = { readonly loading: true } | { readonly loading: false; readonly value: Value };

const loading = { loading: true } as const;

/** One record of the replica, redrawn whenever it changes. `null` asks for nothing. */
export function useRecord<Name extends CollectionName>(
  collection: Name,
  id: string | null,
): Loaded<SeenRecordOf<Name> | undefined> {
  const client = useClient();
  const key = id === null ? null : `${collection}|${id}`;
  const [answer, setAnswer] = useState<{ key: string; value: SeenRecordOf<Name> | undefined } | null>(null);
  useEffect(() => {
    if (id === null) return undefined;
    return client.watchGet(collection, id, (value) => setAnswer({ key: `${collection}|${id}`, value }));
  }, [client, collection, id]);
  return answer && answer.key === key ? { loading: false, value: answer.value } : loading;
}

/** The rows of a range, in key order, redrawn whenever they change. `null` asks for nothing. */
export function useRange<Name extends CollectionName>(
  query: RangeQuery<Name> | null,
): Loaded<readonly SeenRecordOf<Name>[]> {
  const client = useClient();
  const key = query === null ? null : JSON.stringify(query);
  const [asked, setAsked] = useState({ key, query });
  // Callers make their question anew with every drawing: it is another one where it says something else.
  if (asked.key !== key) setAsked({ key, query });
  const [answer, setAnswer] = useState<{ key: string; value: readonly SeenRecordOf<Name>[] } | null>(null);
  useEffect(() => {
    if (asked.key === null || asked.query === null) return undefined;
    const { key, query } = asked;
    return client.watchRange(query, (value) => setAnswer({ key, value }));
  }, [client, asked]);
  return answer && answer.key === key ? { loading: false, value: answer.value } : loading;
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
  const client = useClient();
  const [records, setRecords] = useState<Records<BodyOf<Name>>>(new Map());
  const key = [...new Set(ids)].filter((id) => id !== '').join(' ');
  useEffect(() => {
    const asked = key === '' ? [] : key.split(' ');
    const answers = new Map<string, SeenRecordOf<Name> | undefined>();
    const stops = asked.map((id) =>
      client.watchGet(collection, id, (record) => {
        answers.set(id, record);
        if (answers.size === asked.length) setRecords(new Map(answers));
      }),
    );
    return () => stops.forEach((stop) => stop());
  }, [client, collection, key]);
  return records;
}

/**
 * The rows of several ranges of one index, by the whole part that their keys begin with. One that is not in the map has not been
 * answered yet; the first answers come together.
 */
export function useGroups<Name extends CollectionName>(
  collection: Name,
  index: RangeQuery<Name>['index'],
  prefixes: readonly string[],
): ReadonlyMap<string, readonly SeenRecordOf<Name>[]> {
  const client = useClient();
  const [groups, setGroups] = useState<ReadonlyMap<string, readonly SeenRecordOf<Name>[]>>(new Map());
  const key = [...new Set(prefixes)].filter((prefix) => prefix !== '').join(' ');
  useEffect(() => {
    const asked = key === '' ? [] : key.split(' ');
    const answers = new Map<string, readonly SeenRecordOf<Name>[]>();
    const stops = asked.map((prefix) =>
      client.watchRange({ collection, index, ...prefixRange(prefix) }, (rows) => {
        answers.set(prefix, rows);
        if (answers.size === asked.length) setGroups(new Map(answers));
      }),
    );
    return () => stops.forEach((stop) => stop());
  }, [client, collection, index, key]);
  return groups;
}
