import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { passkeys } from './passkeys.ts';

/** A credential of which a test says what it derives. */
class Credential {
  static isUserVerifyingPlatformAuthenticatorAvailable = async (): Promise<boolean> => true;
  static getClientCapabilities: (() => Promise<Record<string, boolean>>) | undefined;
  readonly rawId: ArrayBuffer;
  readonly #first: BufferSource | null | undefined;

  constructor(first?: BufferSource | null, id = new Uint8Array([1, 2, 3])) {
    this.rawId = id.buffer;
    this.#first = first;
  }

  getClientExtensionResults(): object {
    if (this.#first === null) return {};
    return { prf: this.#first === undefined ? { enabled: true } : { results: { first: this.#first } } };
  }
}

const secret = Uint8Array.from({ length: 32 }, (_, at) => at + 1);
const salt = new Uint8Array(32).fill(7);
const create = vi.fn<(asked: object) => Promise<unknown>>();
const get = vi.fn<(asked: object) => Promise<unknown>>();

beforeEach(() => {
  Credential.isUserVerifyingPlatformAuthenticatorAvailable = async () => true;
  Credential.getClientCapabilities = undefined;
  create.mockReset().mockImplementation(async () => new Credential(secret));
  get.mockReset().mockImplementation(async () => new Credential(secret));
  vi.stubGlobal('PublicKeyCredential', Credential);
  vi.stubGlobal('navigator', { credentials: { create, get } });
});
afterEach(() => vi.unstubAllGlobals());

const calledOff = () => Promise.reject(new DOMException('called off', 'NotAllowedError'));

describe('whether a passkey is worth offering', () => {
  it.each<readonly [string, boolean, () => void]>([
    ['a device that checks who is there', true, () => undefined],
    ['one that does not', false, () => (Credential.isUserVerifyingPlatformAuthenticatorAvailable = async () => false)],
    ['one that derives', true, () => (Credential.getClientCapabilities = async () => ({ 'extension:prf': true }))],
    ['one that says nothing of it', true, () => (Credential.getClientCapabilities = async () => ({}))],
    ['one that cannot', false, () => (Credential.getClientCapabilities = async () => ({ 'extension:prf': false }))],
    ['one that cannot say', false, () => (Credential.getClientCapabilities = calledOff)],
    ['one that breaks', false, () => (Credential.isUserVerifyingPlatformAuthenticatorAvailable = calledOff)],
  ])('%s: %s', async (_name, isPossible, arrange) => {
    arrange();
    expect(await passkeys.isPossible()).toBe(isPossible);
  });

  it('not in a browser that knows none', async () => {
    vi.unstubAllGlobals();
    expect('PublicKeyCredential' in globalThis).toBe(false);
    expect(await passkeys.isPossible()).toBe(false);
  });
});

describe('making one', () => {
  it('asks for one of this device that checks who is there, and names nobody', async () => {
    await passkeys.make(salt);
    await passkeys.make(salt);
    const [first, second] = create.mock.calls.map(([asked]) => (asked as CredentialCreationOptions).publicKey);
    expect(first).toMatchObject({
      rp: { name: 'Orchid' },
      user: { name: 'Orchid', displayName: 'Orchid' },
      pubKeyCredParams: [{ alg: -7 }, { alg: -257 }],
      authenticatorSelection: { authenticatorAttachment: 'platform', userVerification: 'required' },
      attestation: 'none',
      timeout: 120_000,
      extensions: { prf: { eval: { first: salt } } },
    });
    expect([first?.challenge, first?.user.id].map((bytes) => bytes?.byteLength)).toEqual([32, 16]);
    expect(first?.challenge).not.toEqual(second?.challenge);
    expect(first?.user.id).not.toEqual(second?.user.id);
  });

  it('takes what it derives at once, and asks nobody a second time for it', async () => {
    expect(await passkeys.make(salt)).toEqual({ credential: new Uint8Array([1, 2, 3]), secret });
    expect(get).not.toHaveBeenCalled();
  });

  it.each([
    ['nothing at once', undefined],
    ['a word of it only', null],
    ['what is too short', new Uint8Array(31)],
  ])('one that derives %s is asked for it, by its own id and with the same salt', async (_name, first) => {
    create.mockImplementation(async () => new Credential(first));
    expect(await passkeys.make(salt)).toEqual({ credential: new Uint8Array([1, 2, 3]), secret });
    expect(get.mock.calls).toMatchObject([
      [
        {
          publicKey: {
            allowCredentials: [{ id: new Uint8Array([1, 2, 3]) }],
            extensions: { prf: { eval: { first: salt } } },
          },
        },
      ],
    ]);
  });

  it('one that derives nothing when it is asked either is none', async () => {
    create.mockImplementation(async () => new Credential());
    get.mockImplementation(async () => new Credential());
    expect(await passkeys.make(salt)).toBeNull();
  });

  it.each([
    ['in making', () => create.mockImplementation(calledOff)],
    [
      'in asking',
      () => {
        create.mockImplementation(async () => new Credential());
        get.mockImplementation(calledOff);
      },
    ],
    ['without a word', () => create.mockImplementation(async () => null)],
  ])('called off %s is none', async (_name, arrange) => {
    arrange();
    expect(await passkeys.make(salt)).toBeNull();
  });
});

describe('asking one', () => {
  it('asks for that one alone, on this device, and checks who is there', async () => {
    const credential = new Uint8Array([9, 8]);
    expect(await passkeys.ask(credential, salt)).toEqual(secret);
    expect(get.mock.calls).toMatchObject([
      [
        {
          publicKey: {
            allowCredentials: [{ type: 'public-key', id: credential, transports: ['internal'] }],
            userVerification: 'required',
            timeout: 120_000,
            extensions: { prf: { eval: { first: salt } } },
          },
        },
      ],
    ]);
  });

  it.each<readonly [string, BufferSource]>([
    ['a buffer', secret.slice().buffer],
    ['a view of a part of one', new Uint8Array([0, ...secret, 0]).subarray(1, 33)],
    ['a view of another kind', new DataView(new Uint8Array([0, ...secret]).buffer, 1, 32)],
  ])('takes %s, as a copy of its own', async (_name, first) => {
    get.mockImplementation(async () => new Credential(first));
    const given = await passkeys.ask(new Uint8Array(2), salt);
    expect(given).toEqual(secret);
    expect(given?.buffer.byteLength).toBe(32);
    given?.fill(0);
    expect([...new Uint8Array(ArrayBuffer.isView(first) ? first.buffer : first)]).toContain(32);
  });

  it.each<readonly [string, () => Promise<unknown>]>([
    ['too short a secret', async () => new Credential(secret.slice(0, 31))],
    ['too long a secret', async () => new Credential(new Uint8Array(33))],
    ['a credential of another kind', async () => ({ getClientExtensionResults: () => ({}) })],
    ['nothing', async () => null],
    ['a person who calls it off', calledOff],
  ])('%s opens nothing', async (_name, answer) => {
    get.mockImplementation(answer);
    expect(await passkeys.ask(new Uint8Array(2), salt)).toBeNull();
  });

  it('what is no word of the platform is said: it is a bug', async () => {
    get.mockImplementation(() => Promise.reject(new TypeError('a bug')));
    await expect(passkeys.ask(new Uint8Array(2), salt)).rejects.toThrow('a bug');
    create.mockImplementation(() => Promise.reject(new TypeError('a bug')));
    await expect(passkeys.make(salt)).rejects.toThrow('a bug');
  });
});
