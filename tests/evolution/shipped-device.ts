import { claimReplica } from '../../sync/client/replica/claim-replica.ts';
import { readMeta } from '../../sync/client/replica/meta.ts';
import type { Replica } from '../../sync/client/replica/replica.ts';
import { SyncEngine } from '../../sync/client/lead/sync-engine.ts';
import { writeMutation } from '../../sync/client/write/write.ts';
import type { Json } from '../../sync/core/record.ts';
import type { ReplicaStore, Transport } from '../../sync/ports.ts';
import { FakeClock, openTestReplica, settle } from '../../sync/testing/builders.ts';
import { systemRandom } from '../../server/system-ports.ts';
import type { TestDevice } from '../../server/testing/test-device.ts';
import type { TestServer } from '../../server/testing/test-server.ts';

/** The shipped client over a store, speaking to a real server by its routes; the network can be cut. */
export class ShippedDevice {
  readonly replica: Replica;
  readonly clock: FakeClock;
  isOnline = true;
  readonly #device: TestDevice;
  readonly #engine: SyncEngine;

  private constructor(replica: Replica, device: TestDevice, clock: FakeClock) {
    this.replica = replica;
    this.clock = clock;
    this.#device = device;
    const quiet = (): void => undefined;
    this.#engine = new SyncEngine({
      replica,
      transport: this.#transport(),
      clock,
      random: systemRandom,
      log: { error: quiet, info: quiet, debug: quiet },
      owner: 'tab',
      registerKey: () => Promise.resolve(true),
      onLocked: quiet,
    });
  }

  /** Opens what lies in the store (or begins a replica) for this account, as a page would. */
  static async open(store: ReplicaStore, server: TestServer, sub: string, isOnline = true): Promise<ShippedDevice> {
    const replica = await openTestReplica(store, { sub, random: systemRandom, complete: false });
    const [client] = await store.read(() => readMeta('client'));
    const device = server.device();
    device.clientId = client?.clientId ?? '';
    device.keyId = replica.depositKeyId;
    device.depositKey.set(replica.depositKeys.get(replica.depositKeyId) ?? new Uint8Array());
    await device.signIn(`${sub}@test.invalid`, '', server.keys.get(sub));
    await device.registerKey();
    await claimReplica(replica);
    const shipped = new ShippedDevice(replica, device, new FakeClock(new Date(server.clock.now()).toISOString()));
    shipped.isOnline = isOnline;
    shipped.#engine.start();
    await settle();
    return shipped;
  }

  /** Sends and fetches until nothing waits, or a minute has passed. */
  async sync(): Promise<void> {
    await this.clock.pass(2000);
    for (let turn = 0; turn < 20; turn += 1) {
      await this.#engine.cycleOnce();
      await this.clock.pass(3000);
    }
  }

  close(): void {
    this.#engine.stop();
  }

  /** Writes as a screen does; answers the new record's id. */
  async write(name: string, args: Json, base: Readonly<Record<string, string>> = {}): Promise<string> {
    const ports = { clock: this.clock, random: systemRandom, zone: () => 'America/New_York' };
    const result = await writeMutation(this.replica, ports, { name, args, options: { base } });
    if (result.kind !== 'saved') throw new Error(`${name}: ${result.kind}`);
    return result.ids[0] ?? '';
  }

  #transport(): Transport {
    return {
      push: async (request) => {
        if (!this.isOnline) return { kind: 'unreachable' };
        const response = await this.#device.call('POST', '/api/sync/v1/push', request);
        if (response.status !== 200) return { kind: 'refused', code: String(response.status) };
        return { kind: 'answered', value: await response.json() };
      },
      pull: async (request, onLine) => {
        if (!this.isOnline) return { kind: 'unreachable' };
        const query = new URLSearchParams({ client: request.clientId, ack: String(request.confirmed) });
        if (request.cursor !== null) query.set('cursor', request.cursor);
        if (request.heal !== undefined) query.set('heal', request.heal);
        if (request.record !== undefined) query.set('record', request.record);
        const response = await this.#device.call('GET', `/api/sync/v1/pull?${query}`);
        if (response.status !== 200) return { kind: 'refused', code: String(response.status) };
        for (const line of (await response.text()).split('\n')) if (line !== '') await onLine(line);
        return { kind: 'answered', value: null };
      },
    };
  }
}
