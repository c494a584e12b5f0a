import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchApi } from '../../../sync/web/fetch-api.ts';
import { askDevices, askHeld, putAwayDevice } from './device-calls.ts';

const sent: unknown[][] = [];
let answer: () => Promise<Response>;

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal('fetch', (path: string, { method, body }: RequestInit) => {
    sent.push([method, path, ...(typeof body === 'string' ? [JSON.parse(body)] : [])]);
    return answer();
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const says = (status: number, body: unknown) => {
  answer = async () => Response.json(body, { status });
};

const here = {
  id: 'AAAAAAAAAAAAAAAA',
  name: null,
  since: '2026-11-21T09:00:00.000Z',
  last_active: '2026-11-21T09:00:00.000Z',
  state: 'in',
  is_this: true,
  lost_at: null,
  held: 0,
  held_more: false,
};
const held = { changes: [{ client: 'k1', id: 1, at: here.since, name: 'note.edit', args: {} }], more: true };

/** Whatever is no answer of ours. */
const noAnswers: readonly (readonly [string, () => void])[] = [
  ['no network', () => (answer = () => Promise.reject(new TypeError('no network')))],
  ['a failure', () => says(500, { devices: [here], ...held })],
  ['a refusal', () => says(400, { devices: [here], ...held })],
  ['a call that throws', () => void vi.spyOn(fetchApi, 'call').mockRejectedValue(new Error('a bug'))],
];

describe('the devices of an account', () => {
  it('are told as the server tells them', async () => {
    says(200, { devices: [here] });
    expect(await askDevices()).toEqual([here]);
    says(200, { devices: [] });
    expect(await askDevices()).toEqual([]);
    expect(sent[0]).toEqual(['GET', '/api/login/v1/devices']);
  });

  it.each([...noAnswers, ['what is no list', () => says(200, { devices: [{}] })] as const])(
    'are not known after %s: nobody is told that there are none',
    async (_name, arrange) => {
      arrange();
      expect(await askDevices()).toBeNull();
    },
  );
});

describe('putting one away', () => {
  it('is done where the server says so, of that one', async () => {
    says(200, {});
    expect(await putAwayDevice('AAAAAAAAAAAAAAAA')).toBe(true);
    expect(sent).toEqual([['POST', '/api/login/v1/devices/put_away', { device: 'AAAAAAAAAAAAAAAA' }]]);
  });

  it.each(noAnswers)('is not done after %s', async (_name, arrange) => {
    arrange();
    expect(await putAwayDevice('AAAAAAAAAAAAAAAA')).toBe(false);
  });
});

describe('what is held of a lost one', () => {
  it('is told with whether more follows', async () => {
    says(200, held);
    expect(await askHeld('AAAAAAAAAAAAAAAA')).toEqual(held);
    expect(sent).toEqual([['GET', '/api/login/v1/devices/held?device=AAAAAAAAAAAAAAAA']]);
  });

  it.each([...noAnswers, ['half of it', () => says(200, { changes: [] })] as const])(
    'is not known after %s',
    async (_name, arrange) => {
      arrange();
      expect(await askHeld('AAAAAAAAAAAAAAAA')).toBeNull();
    },
  );
});
