import * as v from 'valibot';
import type { NewJob } from '../store/operation-calls.ts';
import { call } from '../store/port.ts';
import { defineJobKind, type ActOptions, type JobKind } from '../effects/job-kind.ts';
import type { TestServer } from './test-server.ts';

const payload = v.object({ name: v.string() });
type Kind = JobKind<{ name: string }, string>;

/** A kind that acts, and writes what came of it under the job's name. */
export function actingKind(
  act: (name: string, options: ActOptions) => Promise<string>,
  more: Partial<Kind> = {},
): Kind {
  return defineJobKind<{ name: string }, string>({
    kind: 'acting',
    payload,
    act: ({ name }, options) => act(name, options),
    *settle(_context, { name }, result) {
      yield* call('setMeta', `ran.${name}`, result);
    },
    mostAttempts: 3,
    ...more,
  });
}

/** A kind without an outside, which counts its runs. */
export function plainKind(
  more: Partial<JobKind<{ name: string }, undefined>> = {},
): JobKind<{ name: string }, undefined> {
  return defineJobKind<{ name: string }>({
    kind: 'plain',
    payload,
    *settle(context, { name }) {
      yield* call('setMeta', `ran.${name}`, context.now);
    },
    mostAttempts: 3,
    ...more,
  });
}

/** Plans a job under its name; by default one that acts, at once. */
export function addJob(server: TestServer, job: Partial<NewJob> & { readonly name: string }): Promise<void> {
  const { name, ...more } = job;
  return server.store.write(() =>
    call('addJob', { kind: 'acting', key: `k.${name}`, payload: { name }, runAtMs: server.clock.now(), ...more }),
  );
}

/** What the job of this name wrote when it ran. */
export const ran = (server: TestServer, name: string) => server.store.read(() => call('getMeta', `ran.${name}`));
/** The jobs that are planned. */
export const jobsOf = (server: TestServer) => server.store.read(() => call('jobsAfter', 0, 100));

/** A promise and what ends it. */
export function gate<T>() {
  let pass!: (value: T) => void;
  const passed = new Promise<T>((resolve) => (pass = resolve));
  return { passed, pass };
}
