import * as v from 'valibot';
import { assert } from '../../sync/core/assert.ts';
import { noteIdOf } from '../../sync/collections/appointment.ts';
import {
  devicesResponse,
  heldResponse,
  settleResponse,
  type DeviceFacts,
  type HeldChange,
} from '../../sync/protocol/device-message.ts';
import { call } from '../store/port.ts';
import { appointmentOf, smallPractice } from './builders.ts';
import type { TestDevice } from './test-device.ts';
import { TestServer, type TestServerOptions } from './test-server.ts';

const path = '/api/login/v1/devices';

/** Ann on two devices: `mine`, where she acts, and `other`, which is ended from there. Ben has an account too. */
export class TwoDevices {
  readonly server: TestServer;
  readonly mine: TestDevice;
  readonly other: TestDevice;

  private constructor(server: TestServer, mine: TestDevice, other: TestDevice) {
    this.server = server;
    this.mine = mine;
    this.other = other;
  }

  static async create(options: TestServerOptions = {}): Promise<TwoDevices> {
    const server = await TestServer.create({ now: '2026-11-24T14:00:00.000Z', ...options });
    for (const sub of ['ann', 'ben']) await server.addAccount(sub);
    await server.write(...smallPractice(), appointmentOf('c1', 'a2'), appointmentOf('c1', 'a3'));
    const mine = await server.signedIn('ann');
    const other = await server.signedIn('ann');
    await other.registerSignKey();
    return new TwoDevices(server, mine, other);
  }

  get password(): string {
    return this.server.keys.get('ann')?.auth ?? '';
  }

  post(device: TestDevice, act: string, body: object): Promise<Response> {
    return device.call('POST', `${path}/${act}`, body);
  }

  askHeld(device: string): Promise<Response> {
    return this.mine.call('GET', `${path}/held?device=${device}`);
  }

  async listed(device: TestDevice = this.mine): Promise<readonly DeviceFacts[]> {
    return v.parse(devicesResponse, await bodyOf(await device.call('GET', path))).devices;
  }

  async otherFacts(): Promise<DeviceFacts> {
    const found = (await this.listed()).find((device) => !device.is_this);
    assert(found, 'the other device is listed');
    return found;
  }

  async putAway(): Promise<Response> {
    return this.post(this.mine, 'put_away', { device: (await this.otherFacts()).id });
  }

  async lost(): Promise<Response> {
    return this.post(this.mine, 'lost', { device: (await this.otherFacts()).id, password: this.password });
  }

  async found(): Promise<Response> {
    return this.post(this.mine, 'found', { device: (await this.otherFacts()).id, password: this.password });
  }

  async held(): Promise<readonly HeldChange[]> {
    return v.parse(heldResponse, await bodyOf(await this.askHeld((await this.otherFacts()).id))).changes;
  }

  /** Lets these ids of the other device's outbox through (`true`), or drops them. */
  async settle(choices: Readonly<Record<number, boolean>>): Promise<v.InferOutput<typeof settleResponse>> {
    const all = Object.entries(choices).map(([id, isLetThrough]) => ({
      client: this.other.clientId,
      id: Number(id),
      is_let_through: isLetThrough,
    }));
    const body = { device: (await this.otherFacts()).id, password: this.password, choices: all };
    return v.parse(settleResponse, await bodyOf(await this.post(this.mine, 'settle', body)));
  }

  /** A full sign-in on the other device, with all that follows one. */
  async signInThere(): Promise<void> {
    await bodyOf(await this.other.signIn('ann@test.invalid', '', this.server.keys.get('ann')));
    await bodyOf(await this.other.registerKey());
    await bodyOf(await this.other.registerSignKey());
  }

  /** The note of a session as it is stored; undefined where there is none. */
  async noteOf(appointment: string): Promise<string | undefined> {
    const note = await this.server.store.read(() => call('getRecord', 'note', noteIdOf(appointment)));
    return note && JSON.stringify(note.body);
  }

  /** What the audit log has of acts on devices. */
  async audited(): Promise<readonly string[]> {
    const { store, orchid } = this.server;
    await orchid.settle();
    const rows = await store.read(function* () {
      return [...(yield* call('sealedAudit', 0, 1000)), ...(yield* call('unsealedAudit', 1000))];
    });
    return rows.flatMap(({ action, subject }) => (action.startsWith('device.') ? [`${action} ${subject}`] : []));
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  assert(response.status === 200, `answered ${response.status}`);
  return response.json();
}
