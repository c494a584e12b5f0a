import { quiet } from './quiet.ts';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RouteComponent,
  RouterContextProvider,
  RouterProvider,
} from '@tanstack/react-router';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import type { AttentionItem, MutateResult, SeenRecord } from '../../sync/client/api.ts';
import { accountScope, chartScope, practiceScope } from '../../sync/collections/classes.ts';
import { membershipId, type Membership } from '../../sync/collections/membership.ts';
import { membershipOf } from '../../sync/testing/builders.ts';
import { ClientContext } from '../lib/client-context.ts';
import type { OrchidClient } from '../lib/model.ts';
import { ScreenClient } from './screen-client.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** A change that a screen sent: what, over which versions, and in whose place. */
export type Sent = readonly [name: string, args: unknown, base?: unknown, replaces?: string];

/** A record as a test puts it on a device. */
export interface Row {
  readonly collection: string;
  readonly record: Pick<SeenRecord, 'id' | 'scope' | 'body'> & Partial<Pick<SeenRecord, 'stamps' | 'pending'>>;
}

interface Options {
  readonly owner?: string;
  readonly base?: unknown;
  readonly replaces?: string;
}

/** A screen in a document of happy-dom, over a device of the test's: what it sends, and how that is answered. */
export class DrawnScreen {
  readonly device: ScreenClient;
  readonly sent: Sent[] = [];
  /** Whose each of them was said to be; undefined where the screen left it open. */
  readonly owners: (string | undefined)[] = [];
  readonly dismissed: string[] = [];
  /** What needs attention. */
  items: readonly AttentionItem[] = [];
  /** Of the next change: saved, as `u1`, `u2` and so on, unless the test says otherwise. */
  answer: (sent: Sent) => MutateResult | Promise<MutateResult> = () => this.saved();
  /** What else of a device this screen asks: its status, its session, how it locks. */
  readonly parts: Record<string, unknown> = {};
  /** Where one has gone. */
  where: () => string = () => '';
  readonly #box = document.body.appendChild(document.createElement('div'));
  readonly #root = createRoot(this.#box);

  constructor(sub = 'pro-1') {
    // Also of a test that failed: the files after it share the clocks and listeners of this one.
    onTestFinished(() => this.leave());
    this.device = new ScreenClient(sub);
  }

  saved(...ids: readonly string[]): MutateResult {
    return { kind: 'saved', uid: `u${this.sent.length}`, ids: [...ids], requested: false };
  }

  get client(): OrchidClient {
    const parts = {
      mutate: async (name: string, args: unknown, { base, replaces, owner }: Options = {}) => {
        const sent: Sent =
          replaces === undefined ? (base ? [name, args, base] : [name, args]) : [name, args, base, replaces];
        this.sent.push(sent);
        this.owners.push(owner);
        return this.answer(sent);
      },
      attention: async () => this.items,
      watchWork: () => () => undefined,
      dismiss: async (uid: string) => void this.dismissed.push(uid),
      heard: { get: () => [], subscribe: () => () => undefined },
    };
    return new Proxy(this.device.client, {
      get: (known, name) =>
        (Object.hasOwn(this.parts, name)
          ? Reflect.get(this.parts, name)
          : Object.hasOwn(parts, name)
            ? Reflect.get(parts, name)
            : Reflect.get(known, name)) as unknown,
    });
  }

  async draw(content: ReactNode): Promise<void> {
    const { client } = this;
    const history = createMemoryHistory();
    const router = createRouter({ routeTree: createRootRoute(), history });
    this.where = () => history.location.href;
    await act(async () =>
      this.#root.render(
        <RouterContextProvider router={router as never}>
          <ClientContext value={client}>{content}</ClientContext>
        </RouterContextProvider>,
      ),
    );
  }

  /** A page that asks where it is: the inner one of two routes, at this address; `Around` is what the outer one shows about it. */
  async drawAt(
    address: string,
    [outer, inner]: readonly [string, string],
    content: ReactNode,
    Around: RouteComponent = Outlet,
  ): Promise<void> {
    const { client } = this;
    const root = createRootRoute();
    const around = createRoute({ getParentRoute: () => root, path: outer, component: Around });
    const page = createRoute({ getParentRoute: () => around, path: inner, component: () => content });
    const history = createMemoryHistory({ initialEntries: [address] });
    const router = createRouter({ routeTree: root.addChildren([around.addChildren([page])]), history });
    this.where = () => history.location.href;
    await act(async () => {
      await router.load();
      this.#root.render(
        <ClientContext value={client}>
          <RouterProvider router={router as never} />
        </ClientContext>,
      );
    });
  }

  /** Leaves nothing of it in the document, nor of what lay over it. */
  leave(): void {
    act(() => this.#root.unmount());
    document.body.replaceChildren();
  }

  /** Puts records there, as a pull does while somebody looks. */
  put(...rows: readonly Row[]): void {
    act(() => this.device.put(...rows));
  }

  text(): string {
    return document.body.textContent ?? '';
  }

  /** What is said in this place; null where there is none. */
  said(selector: string): string | null {
    return document.querySelector(selector)?.textContent ?? null;
  }

  /** What is said aloud of something that failed; null where nothing is. */
  alert(): string | null {
    return this.said('[role="alert"]');
  }

  /** The title of the sheet that lies over the page; null where none does. */
  sheet(): string | null {
    return this.said('dialog h2');
  }

  /** The button that is called so: of a sheet where one lies over the page. */
  button(words: string): HTMLButtonElement | undefined {
    const isCalled = (one: HTMLButtonElement): boolean =>
      one.textContent?.trim() === words || one.getAttribute('aria-label') === words;
    return [
      ...document.querySelectorAll<HTMLButtonElement>('dialog button'),
      ...document.querySelectorAll('button'),
    ].find(isCalled);
  }

  buttons(): readonly string[] {
    return [...document.querySelectorAll('button')].map((one) => one.textContent?.trim() ?? '');
  }

  /** Presses a button, chooses a radio or an item of a menu, and waits until what follows has been done. */
  async press(words: string): Promise<void> {
    const labels = [...document.querySelectorAll('label')];
    const isCalled = (one: HTMLLabelElement): boolean => one.textContent?.trim() === words;
    // A hint may stand behind what a choice is called.
    const label = labels.find(isCalled) ?? labels.find((one) => one.textContent?.startsWith(words));
    const item = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(
      (one) => one.textContent === words,
    );
    const pressed = this.button(words) ?? label?.querySelector('input') ?? label?.control ?? item;
    if (!pressed) throw new Error(`nothing is called ${words}: ${this.buttons().join(', ')}`);
    await act(async () => {
      pressed.click();
      await quiet();
    });
  }

  field(name: string): HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement {
    const found = document.querySelector<HTMLInputElement>(`[name="${name}"], [type="${name}"]`);
    if (!found) throw new Error(`no field ${name}`);
    return found;
  }

  /** Fills the field that is labelled so, or chooses in the list. */
  fill(label: string, value: string): Promise<void> {
    const found = [...document.querySelectorAll('label')].find((one) => one.textContent?.startsWith(label));
    const field = found?.htmlFor ? document.getElementById(found.htmlFor) : found?.querySelector('input, select');
    if (!field) throw new Error(`no field ${label}`);
    return this.#fill(field as HTMLSelectElement, value);
  }

  type(name: string, text: string): Promise<void> {
    return this.#fill(this.field(name), text);
  }

  async #fill(field: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement, text: string): Promise<void> {
    await act(async () => {
      // Past the one that React puts over it, which would take this for its own doing.
      const prototype: unknown = Object.getPrototypeOf(field);
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
      field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
    });
  }
}

/** That a change was refused, in words. */
export function refused(message = 'That was refused.', code = 'not_allowed'): MutateResult {
  return { kind: 'rejected', code, message } as MutateResult;
}

const modify_datetime = '2026-11-01T00:00:00.000Z';

/** A professional whose days are told in Chicago, of a practice in New York. */
export function accountRow(id = 'pro-1', more: object = {}): Row {
  const name = { first_name: 'Ana', last_name: 'Bell', display_name: 'Dr. Bell' };
  const body = { user_type: 'orchid_pro', ...name, timezone: 'America/Chicago', practice_id: 'x', modify_datetime };
  return { collection: 'account', record: { id, scope: accountScope(id), body: { ...body, ...more } } };
}

export const practiceRow: Row = {
  collection: 'practice',
  record: { id: 'x', scope: practiceScope('x'), body: { name: 'Bay', zone: 'America/New_York' } },
};

/** A client, `Mara Test`, of the chart `c`. */
export const cardRow: Row = {
  collection: 'client_card',
  record: {
    id: 'c',
    scope: chartScope('c'),
    body: { first_name: 'Mara', last_name: 'Test', timezone: 'UTC', practice_id: 'x' },
  },
};

export function memberRow(account = 'pro-1', more: Partial<Membership> = {}, scope = chartScope('c')): Row {
  const body = membershipOf(account, more);
  return { collection: 'membership', record: { id: membershipId(scope, account, body.role), scope, body } };
}
