import type { WrittenOn } from '../../../../sync/collections/note-body.ts';

/**
 * Where the author herself wrote a version: `on this device` only where that is certain, by the tag that no other device has. A
 * version of before devices were named may be of any of hers.
 */
export function placeWords(device: WrittenOn | undefined, here: WrittenOn | null): string {
  if (device === undefined) return 'on one of your devices';
  if (device.tag === here?.tag) return 'on this device';
  if (device.name === undefined) return 'on another device';
  const place = `in ${inSentence(device.name)}`;
  // Named alike, it would pass for this one.
  return device.name === here?.name ? `on another device, ${place}` : place;
}

function inSentence(name: string): string {
  return name.replace(/^App\b/, 'the app').replace(/^Browser\b/, 'a browser');
}
