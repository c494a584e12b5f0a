import { call, type Plan } from '../store/port.ts';

/**
 * Whether this account has signed in on this device before: it is not kept out by what others try. Known by its id, 96
 * random bits, and our own record of a sign-in there; one that was reported lost may be in anybody's hands. Asks the store alike for an account that does not exist.
 */
export function* isKnownDevice(deviceId: string, sub: string | undefined): Plan<boolean> {
  const device = yield* call('getDevice', sub ?? '', deviceId);
  return device !== undefined && device.lostAt === '';
}
