/** What clocks show beyond Greenwich in January 2027, in minutes, looked up by hand: the sessions that are booked lie then. */
export const winterOffsets: ReadonlyMap<string, number> = new Map([
  ['UTC', 0],
  ['America/New_York', -300],
  ['America/St_Johns', -210],
  ['Asia/Kathmandu', 345],
  ['Pacific/Chatham', 825],
]);

/** The instant of a local time there and then. */
export function winterInstant(local: string, zone: string): string {
  const offset = winterOffsets.get(zone);
  if (offset === undefined) throw new Error(`nobody has looked up the clocks of ${zone}`);
  return new Date(Date.parse(`${local}:00.000Z`) - offset * 60_000).toISOString();
}
