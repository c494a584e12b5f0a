import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { call } from '../store/port.ts';
import { editOf } from '../testing/builders.ts';
import { birthDate, InviteWorld } from '../testing/invite-world.ts';
import { TwoDevices } from '../testing/two-devices.ts';

describe('a device that is ended while it is at something', () => {
  let world: TwoDevices;
  beforeEach(async () => {
    world = await TwoDevices.create();
  });
  afterEach(() => world.server.close());

  test('[DV-2] keeps no key that it was registering at that moment, however the two meet', async () => {
    const { mine, other } = world;
    for (let turns = 0; turns < 5; turns += 1) {
      await world.signInThere();
      const device = (await world.otherFacts()).id;
      const away = world.post(mine, 'put_away', { device });
      for (let left = turns; left > 0; left -= 1) await Promise.resolve();
      const [ended] = await Promise.all([away, other.registerSignKey(), other.registerKey()]);
      expect(ended.status).toBe(200);
      const kept = await world.server.store.read(() => call('getDevice', 'ann', other.deviceId));
      expect([turns, kept?.signKey]).toEqual([turns, '']);
      expect((await other.resume()).status).not.toBe(200);
    }
  });

  test('[DV-3] an outbox that had never sent anything is held as well, whatever its browser calls itself later', async () => {
    const { other } = world;
    const row = other.seal(editOf('a1', 'from the thief'));
    await world.lost();
    other.cookies.clear();
    await world.signInThere();
    expect((await other.push([row])).kind).toBe('quarantined');
    expect(await world.noteOf('a1')).toBeUndefined();
  });

  test('[DV-5] is not found while something it wrote was not looked at, at whichever moment that arrives', async () => {
    const { other, server } = world;
    await world.lost();
    await world.signInThere();
    const ends: (readonly [string, number])[] = [];
    for (let moment = 0; ; moment += 1) {
      const { store } = server;
      const read = store.read.bind(store);
      let reads = 0;
      const came = { isUnderWay: false, kind: 'after' };
      const spy = vi.spyOn(store, 'read').mockImplementation(async (body) => {
        const answer = await read(body);
        if (!came.isUnderWay && reads === moment) {
          came.isUnderWay = true;
          came.kind = (await other.push([other.seal(editOf('a1', `written at ${moment}`))])).kind;
        } else if (!came.isUnderWay) reads += 1;
        return answer;
      });
      const { status } = await world.found();
      spy.mockRestore();
      ends.push([came.kind, status]);
      if (status === 200) break;
      await world.settle(Object.fromEntries((await world.held()).map(({ id }) => [id, false])));
    }
    // Whatever was held when it was marked was seen by its owner first.
    expect(ends.length).toBeGreaterThan(3);
    expect(ends.filter(([kind, status]) => kind === 'quarantined' && status === 200)).toEqual([]);
    expect(ends.at(-1)).toEqual(['after', 200]);
  });

  test('[DV-3] a lost device does not make another’s outbox its own with an empty row', async () => {
    const { mine, other } = world;
    await mine.push([mine.seal(editOf('a2', 'before'))]);
    await world.lost();
    await world.signInThere();
    const own = other.clientId;
    other.clientId = mine.clientId;
    await other.push([{ kind: 'void', id: 2 }]).catch(() => undefined);
    other.clientId = own;
    expect((await mine.push([mine.seal(editOf('a1', 'my own work'))])).kind).toBe('ok');
  });

  test('[DV-4] more than are counted are said to be more', async () => {
    const { other } = world;
    await world.lost();
    await world.signInThere();
    await other.push(Array.from({ length: 130 }, (_, turn) => other.seal(editOf('a1', `text ${turn}`))));
    expect(await world.otherFacts()).toMatchObject({ held: 100, held_more: true });
  });
});

test('[DV-3] a lost device neither accepts an invite nor changes what mail one gets', async () => {
  const world = await InviteWorld.create();
  try {
    const { server } = world;
    await world.invite({ email: 'mia@test.invalid' });
    const mia = await server.signedIn('mia');
    const mark = (lostAt: string) =>
      server.store.write(function* () {
        const device = yield* call('getDevice', 'mia', mia.deviceId);
        if (device) yield* call('putDevice', { ...device, lostAt });
      });
    await mark('2026-11-24T13:00:00.000Z');
    const accept = () => mia.call('POST', '/api/users/v1/invite/accept', { code: world.token('mia@test.invalid') });
    expect((await accept()).status).toBe(409);
    expect((await mia.call('PUT', '/api/users/v1/email_preference', { invitations: false })).status).toBe(409);
    await mark('');
    const accepted = await accept();
    expect(accepted.status).toBe(200);
    const { invite } = (await accepted.json()) as { readonly invite: string };
    const sayBirthDate = () => mia.call('POST', '/api/users/v1/invite/birth_date', { invite, dob: birthDate });
    await mark('2026-11-24T13:00:00.000Z');
    expect((await sayBirthDate()).status).toBe(409);
    await mark('');
    expect(await (await sayBirthDate()).json()).toEqual({ state: 'open' });
  } finally {
    await world.server.close();
  }
});
