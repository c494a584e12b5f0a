import type { HeardSession, Observable, SessionState } from './api.ts';
import { Value } from './observable.ts';

/** [C-435] Of so many sessions it is known that they were changed: of those that were changed last. */
export const mostHeard = 256;

/** [C-434] What is known after the socket has told of these: of each session the newest time of change, whatever came first. Newest first. */
export function heardAfter(heard: readonly HeardSession[], told: readonly HeardSession[]): readonly HeardSession[] {
  const newest = new Map(heard.map((one) => [one.appointment_id, one]));
  for (const one of told) {
    const known = newest.get(one.appointment_id);
    if (!known || one.modify_datetime > known.modify_datetime) newest.set(one.appointment_id, one);
  }
  return [...newest.values()]
    .toSorted((one, other) => (one.modify_datetime > other.modify_datetime ? -1 : 1))
    .slice(0, mostHeard);
}

/** [C-396] What the socket has told while somebody works here: empty from a lock or a log-out on, and deaf until the next unlock. */
export class HeardSessions implements Observable<readonly HeardSession[]> {
  readonly #value = new Value<readonly HeardSession[]>([]);
  readonly #session: Observable<SessionState>;

  constructor(session: Observable<SessionState>) {
    this.#session = session;
    session.subscribe(() => {
      if (!this.#isOpen()) this.#value.set([]);
    });
  }

  hear(told: readonly HeardSession[]): void {
    if (this.#isOpen()) this.#value.set(heardAfter(this.#value.get(), told));
  }

  get(): readonly HeardSession[] {
    return this.#value.get();
  }

  subscribe(listener: () => void): () => void {
    return this.#value.subscribe(listener);
  }

  #isOpen(): boolean {
    return this.#session.get().kind === 'unlocked';
  }
}
