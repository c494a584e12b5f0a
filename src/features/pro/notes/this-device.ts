import type { OrchidClient } from '../../../../sync/client/api.ts';
import type { WrittenOn } from '../../../../sync/collections/note-body.ts';
import { nameHere } from '../../../lib/name-here.ts';

/** This device, as what is written here says it; null while it is locked. */
export function thisDevice(client: Pick<OrchidClient, 'deviceTag'>): WrittenOn | null {
  const tag = client.deviceTag();
  if (tag === null) return null;
  const name = nameHere();
  return name === null ? { tag } : { tag, name };
}

/** The optional argument of a change that is written on this device. */
export function saidOf(device: WrittenOn | null): { readonly device?: WrittenOn } {
  return device === null ? {} : { device };
}
