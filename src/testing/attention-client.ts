import type { AttentionItem, MutateOptions, SyncStatus } from '../../sync/client/api.ts';
import { Value } from '../../sync/client/observable.ts';
import { blankStatus } from '../../sync/client/status/status-board.ts';
import type { OrchidClient } from '../lib/model.ts';
import { ScreenClient } from './screen-client.ts';

/** A device on which these need attention. Every change on it is saved and takes what it replaces out of them. */
export class AttentionClient {
  readonly changes: (readonly [name: string, args: unknown])[] = [];
  readonly status: Value<SyncStatus>;
  readonly client: OrchidClient;
  #items: readonly AttentionItem[];
  readonly #listeners = new Set<() => void>();

  constructor(items: readonly AttentionItem[], screen = new ScreenClient('pro-1')) {
    this.#items = items;
    this.status = new Value<SyncStatus>({ ...blankStatus, attention: items.length });
    const save = async (name: string, args: unknown, { replaces }: MutateOptions = {}) => {
      this.changes.push([name, args]);
      if (replaces !== undefined) this.#drop(replaces);
      return { kind: 'saved', uid: `u${this.changes.length}`, ids: ['new'], requested: false };
    };
    const parts = {
      status: this.status,
      attention: async () => this.#items,
      dismiss: async (uid: string) => this.#drop(uid),
      mutate: save,
      retry: async (uid: string) => {
        const item = this.#items.find((one) => one.uid === uid);
        return save(item?.name ?? '', item?.args, { replaces: uid });
      },
      watchWork: (listener: () => void) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
    };
    this.client = new Proxy(screen.client, {
      get: (known, name) =>
        (Object.hasOwn(parts, name) ? Reflect.get(parts, name) : Reflect.get(known, name)) as unknown,
    });
  }

  /** What needs attention now. */
  get left(): readonly string[] {
    return this.#items.map(({ uid }) => uid);
  }

  #drop(uid: string): void {
    this.#items = this.#items.filter((one) => one.uid !== uid);
    this.status.set({ ...this.status.get(), attention: this.#items.length });
    for (const listener of this.#listeners) listener();
  }
}

const bookingArgs = {
  chart_id: 'c1',
  clinician: 'pro-1',
  appointment_type_label: 'Talk',
  place: 'office_location',
  local_start: '2026-12-01T09:00',
  start: '2026-12-01T09:00:00.000Z',
  zone: 'UTC',
  minutes: 50,
};

function refused(
  uid: string,
  more: Pick<AttentionItem, 'name' | 'code' | 'args'> & Partial<AttentionItem>,
): AttentionItem {
  return { uid, at: '2026-11-24T15:00:00.000Z', kind: 'rejected', message: 'It was refused.', ...more };
}

/** A booking `b1` that was refused, with the office and the place that were said with it. */
export const refusedWithWords: readonly AttentionItem[] = [
  refused('b1', { name: 'appointment.book', code: 'conflicting_session', args: bookingArgs }),
  refused('office', {
    name: 'session_office.say',
    code: 'depends_on_refused',
    args: { appointment_id: 'a1', office_location_id: 'oak' },
    base: { office_location_id: '', start: 'b1' },
  }),
  refused('place', {
    name: 'session_place.say',
    code: 'depends_on_refused',
    args: { appointment_id: 'a1', client_state: 'WA', license_reason: 'A week with her sister' },
    base: { client_state: '', start: 'b1' },
  }),
];
