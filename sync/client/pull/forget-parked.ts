import type { Body } from '../../ports.ts';
import { putMeta, readMeta } from '../replica/meta.ts';
import { isParked } from '../replica/row-meta.ts';

/** Takes the word that a collection has records of a newer server away, where none of its rows is one any more. */
export function* forgetParked(collection: string): Body<void> {
  const [parked] = yield* readMeta('parked');
  if (!parked?.includes(collection)) return;
  const [rows] = yield [{ op: 'range', table: 'base', by: 'k', from: `${collection}|`, to: `${collection}}` }];
  if ((rows ?? []).some((row) => row !== undefined && isParked(row))) return;
  yield [
    putMeta(
      'parked',
      parked.filter((name) => name !== collection),
    ),
  ];
}
