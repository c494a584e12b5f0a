import sodium from 'libsodium-wrappers';
import { registry } from '../../sync/collections/index.ts';
import { seededRandom } from '../../sync/testing/builders.ts';
import { judge, statusProblems } from './oracle/judge.ts';
import { SimDevice } from './sim-device.ts';
import { honestServer, SimServer } from './sim-server.ts';
import { startFile } from './start-file.ts';
import { VirtualTime } from './virtual-clock.ts';

const healingMs = 30_000;
const pollMs = 2000;

/** A world in which only what a test does happens: two devices of one clinician, one of her colleague. */
export class SmallWorld {
  readonly time = new VirtualTime();
  readonly server: SimServer;
  readonly devices: SimDevice[] = [];
  /** Two tabs of a device that sent at once. */
  readonly violations: string[] = [];

  private constructor(start: Uint8Array) {
    const random = seededRandom(1);
    this.server = new SimServer({ registry, time: this.time, random, hooks: honestServer, start });
  }

  static async open(): Promise<SmallWorld> {
    await sodium.ready;
    const world = new SmallWorld(await startFile(registry, new VirtualTime().nowMs));
    for (const sub of ['pro-1', 'pro-1', 'pro-2']) await world.addDevice(sub);
    await world.time.pass(4000);
    return world;
  }

  /** A new device of an account, with its first tab open. */
  async addDevice(sub: string): Promise<SimDevice> {
    const device = await this.newDevice(sub);
    await device.openTab();
    return device;
  }

  /** A device that somebody has signed in on, and not opened yet. */
  async newDevice(sub: string): Promise<SimDevice> {
    const device = new SimDevice({
      name: `device-${this.devices.length + 1}`,
      sub,
      server: this.server,
      hooks: honestServer,
      time: this.time,
      registry,
      seed: 100 + this.devices.length,
      wrapStore: (store) => store,
      onPush: () => undefined,
    });
    this.devices.push(device);
    await device.signIn();
    return device;
  }

  device(index: number): SimDevice {
    const found = this.devices[index];
    if (!found) throw new Error('no such device');
    return found;
  }

  /** Every fault ends, thirty seconds pass; everything that is then wrong, in words. */
  async problems(): Promise<readonly string[]> {
    for (const device of this.devices) await device.heal();
    await this.time.pass(healingMs);
    const { lost, doubled, diverged } = await judge(this.server, this.devices);
    await this.time.pass(pollMs);
    const found = [...lost, ...doubled, ...diverged];
    for (const device of this.devices) {
      found.push(...device.violations, ...device.session.violations, ...(await statusProblems(device)));
    }
    for (const device of this.devices) device.stop();
    await this.server.close();
    return found;
  }
}
