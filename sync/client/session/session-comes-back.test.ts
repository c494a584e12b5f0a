import { beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../testing/builders.ts';
import { ClientWorld, credentials, deviceKey, sub, type Answer } from '../../testing/client-world.ts';
import { LoggedPorts } from '../../testing/logged-ports.ts';
import { putMeta, type Meta } from '../replica/meta.ts';
import { debtOf } from './session-debt.ts';

const info = 'GET /api/users/v1/user_info';
const facts = { sub, device_key: deviceKey, session: 's2', device: 'AAAAAAAAAAAAAAAA' };
const yes: Answer = { status: 200, body: facts };

let world: ClientWorld;
let ports: LoggedPorts;
beforeEach(async () => {
  ports = new LoggedPorts();
  world = await ClientWorld.unlocked(ports.over);
  world.network = () => Promise.resolve(yes);
  ports.take();
});

const session = () => world.client.session.get();
const problems = () => world.client.status.get().problems;
const device = () => world.disk('device').connect();
const count = (what: string) => ports.take().filter((said) => said === what).length;

/** What the engine of the tab that leads says of the session, and time for this one to hear of it. */
async function say(problem: Meta<'status'>['problem']): Promise<void> {
  const status = { online: true, phase: 'idle', done: 0, left: 0, syncedAt: null, problem } as const;
  await world
    .disk('replica')
    .connect()
    .tx('relaxed', function* () {
      yield [putMeta('status', status)];
    });
  await world.clock.pass(100);
}

/** A network that answers when it is told to. */
function hold(): (answer: Answer) => Promise<void> {
  const waiting: ((answer: Answer) => void)[] = [];
  world.network = () => new Promise((resolve) => waiting.push(resolve));
  return async (answer) => {
    world.network = () => Promise.resolve(answer);
    for (const give of waiting.splice(0)) give(answer);
    await settle();
  };
}

describe('[RS-1] a session that ended while this is open', () => {
  it('comes back by itself: nobody is asked, the other tabs hear of it, what waits goes out, and requests sign for it', async () => {
    await say('signed-out');
    const order = [info, 'page signs', 'engine signs for s2', 'tells session', 'engine wakes'];
    expect(ports.take().filter((said) => order.includes(said))).toEqual(order);
    expect(session()).toEqual({ kind: 'unlocked', sub, needsSignIn: false });
    expect(problems()).not.toContain('signed-out');
  });

  it('is asked for once, however often that is said meanwhile', async () => {
    const answer = hold();
    await say('signed-out');
    await say(null);
    await say('signed-out');
    expect(problems()).not.toContain('signed-out');
    await answer(yes);
    expect(count(info)).toBe(1);
  });

  it('is not asked for by an older word of before it came back, and is once that is said 5 s later', async () => {
    await say('signed-out');
    await say(null);
    await say('signed-out');
    expect([count(info), problems()]).toEqual([1, []]);
    await world.clock.pass(4000);
    expect(count(info)).toBe(0);
    await world.clock.pass(1500);
    expect(count(info)).toBe(1);
  });

  it('that the server wants a password for is said, and is not asked for again and again', async () => {
    world.network = () => Promise.resolve({ status: 401, body: {} });
    await say('signed-out');
    await settle();
    expect(session()).toEqual({ kind: 'unlocked', sub, needsSignIn: true });
    expect(problems()).toContain('signed-out');
    expect(ports.take()).not.toContain('engine wakes');
    await world.clock.pass(10_000);
    await say(null);
    await say('signed-out');
    expect(count(info)).toBe(0);
  });

  it('is asked for again after an attempt that broke', async () => {
    ports.onLoadSodium = () => Promise.reject(new Error('a part is missing'));
    await say('signed-out');
    expect(session()).toMatchObject({ kind: 'unlocked' });
    expect(problems()).toContain('signed-out');
    ports.onLoadSodium = () => Promise.resolve();
    ports.take();
    await world.clock.pass(5000);
    await say(null);
    await say('signed-out');
    expect(count('tells session')).toBe(1);
  });

  it('is asked for over a dead network until there is an answer, at longer and longer pauses', async () => {
    world.network = () => Promise.resolve(null);
    await say('signed-out');
    await world.clock.pass(500 + 1000 + 1500);
    expect(count(info)).toBe(4);
    world.network = () => Promise.resolve(yes);
    await world.clock.pass(2000);
    expect(count('tells session')).toBe(1);
  });
});

describe('[LK-3] a session that comes back behind a lock', () => {
  it.each(['lock', 'logout'] as const)('is ended as well: %s', async (how) => {
    const answer = hold();
    await say('signed-out');
    await (how === 'lock' ? world.client.lock() : Promise.race([world.client.logOut('keep'), settle()]));
    ports.take();
    await answer(yes);
    await settle();
    expect(ports.take().filter((said) => said.startsWith('POST') || said.startsWith('tells'))).toEqual([
      `POST /api/login/v1/${how}`,
    ]);
    expect(await debtOf(device())).toBeNull();
    expect(session().kind).toBe(how === 'lock' ? 'locked' : 'signed-out');
    expect(world.signer).toBeNull();
  });

  it('and is owed where nobody hears of it', async () => {
    const answer = hold();
    await say('signed-out');
    await world.client.lock();
    const answering = answer(yes);
    world.network = () => Promise.resolve(world.calls.at(-1) === '/api/login/v1/lock' ? null : yes);
    await answering;
    await settle();
    expect(ports.take()).toContain('nudge');
    expect(await debtOf(device())).toBe('lock');
  });

  it('is left to whoever unlocked meanwhile', async () => {
    const answer = hold();
    await say('signed-out');
    await world.client.lock();
    await world.client.unlock(credentials.password);
    ports.take();
    await answer(yes);
    await settle();
    expect(ports.take()).not.toContain('POST /api/login/v1/lock');
    expect(session()).toEqual({ kind: 'unlocked', sub, needsSignIn: false });
  });
});

describe('a session that another tab has begun', () => {
  it('is what this one signs for from then on; nothing else changes', async () => {
    world.tell('session');
    await settle();
    await settle();
    expect(ports.take()).toEqual(['GET /api/login/v1/device_key', 'page signs', 'engine signs for s2']);
    expect(session()).toEqual({ kind: 'unlocked', sub, needsSignIn: false });
  });

  it.each<readonly [string, Answer]>([
    ['another account', { status: 200, body: { ...facts, sub: 'pro-2' } }],
    ['nobody', null],
  ])('is none of this one’s where it is of %s', async (_name, answer) => {
    world.network = () => Promise.resolve(answer);
    world.tell('session');
    await settle();
    expect(ports.take()).toEqual(['GET /api/login/v1/device_key']);
  });

  it('[LK-2] is not signed for by a tab that was locked meanwhile', async () => {
    let asked = 0;
    let go = (): void => undefined;
    ports.onLoadSodium = () => {
      asked += 1;
      return asked === 2 ? new Promise((resolve) => (go = resolve)) : Promise.resolve();
    };
    world.tell('session');
    await settle();
    expect(asked).toBe(2);
    await world.client.lock();
    ports.take();
    go();
    await settle();
    expect([ports.take(), world.signer]).toEqual([[], null]);
  });

  it('is nothing to a locked tab', async () => {
    await world.client.lock();
    ports.take();
    world.tell('session');
    await settle();
    expect(ports.take()).toEqual([]);
  });
});

describe('[LO-1] an end that the server has not heard of', () => {
  const lockUnheard = async (): Promise<void> => {
    world.network = () => Promise.resolve(null);
    await world.client.lock();
    await settle();
    ports.take();
  };

  it('is told once at a time, and again when somebody looks, until it is heard', async () => {
    await lockUnheard();
    const answer = hold();
    world.client.noteVisible(true);
    world.client.noteVisible(true);
    await settle();
    expect(count('POST /api/login/v1/lock')).toBe(1);
    await answer(null);
    world.client.noteVisible(true);
    await settle();
    expect(count('POST /api/login/v1/lock')).toBe(1);
    world.network = () => Promise.resolve({ status: 200, body: {} });
    world.client.noteVisible(true);
    await settle();
    expect(await debtOf(device())).toBeNull();
    ports.take();
    world.client.noteVisible(true);
    await settle();
    expect(count('POST /api/login/v1/lock')).toBe(0);
  });

  it('is not told while somebody signs in, and is after that has failed', async () => {
    await lockUnheard();
    world.onDerive = () => {
      ports.take();
      world.client.noteVisible(true);
    };
    expect(await world.client.signIn({ ...credentials, password: 'another' })).toMatchObject({ kind: 'failed' });
    await settle();
    expect(count('POST /api/login/v1/lock')).toBe(0);
    world.client.noteVisible(true);
    await settle();
    expect(count('POST /api/login/v1/lock')).toBe(1);
  });

  it('is not told a second time by who looks while a sign-in begins', async () => {
    await lockUnheard();
    world.network = async () => {
      void (async () => {
        for (let turn = 0; turn < 60; turn += 1) {
          world.client.noteVisible(true);
          await Promise.resolve();
        }
      })();
      return null;
    };
    expect(await world.client.signIn({ ...credentials, password: 'another' })).toMatchObject({ kind: 'failed' });
    expect(count('POST /api/login/v1/lock')).toBe(1);
  });

  it('is told by a start, before anything else is asked', async () => {
    await lockUnheard();
    const client = world.reopened();
    await client.start();
    await settle();
    expect(ports.take().filter((said) => /^(GET|POST)/.test(said))).toEqual(['POST /api/login/v1/lock']);
  });
});
