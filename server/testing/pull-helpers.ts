import { expect } from 'vitest';
import { appointmentOf } from './builders.ts';
import type { TestDevice } from './test-device.ts';
import type { TestServer } from './test-server.ts';

const dayMs = 86_400_000;

/** Sessions of chart c1, one per day, from `first` days before now. */
export async function addSessions(server: TestServer, count: number, first: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => {
    const start = new Date(server.clock.now() + (index - first) * dayMs);
    const end = new Date(start.getTime() + 50 * 60_000);
    return appointmentOf('c1', `s${index}`, { start: start.toISOString(), end: end.toISOString() });
  });
  await server.write(...rows);
}

/** A second device that takes everything anew: what the first one should hold. */
export async function freshDevice(server: TestServer, sub: string): Promise<TestDevice> {
  const device = await server.signedIn(sub);
  expect((await device.pullAll()).sums ?? {}).toEqual(device.sums());
  return device;
}
