import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { MutateResult } from '../../../../../sync/client/api.ts';
import { ClientContext } from '../../../../lib/client-context.ts';
import { ScreenClient } from '../../../../testing/screen-client.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

interface Sent {
  readonly name: string;
  readonly args: object;
  readonly options: { readonly base?: object; readonly replaces?: string } | undefined;
}

export const saved: MutateResult = { kind: 'saved', uid: 'u9', ids: [], requested: false };

/** A sheet in a document of happy-dom, over a device of the test's: what it sends, and how that is answered. */
export class DrawnSheet {
  readonly device = new ScreenClient();
  readonly sent: Sent[] = [];
  readonly dismissed: string[] = [];
  /** Of the next change, unless the test says more exactly of which. */
  answer: (sent: Sent) => MutateResult = () => saved;
  readonly #root = createRoot(document.body.appendChild(document.createElement('div')));

  draw(sheet: ReactNode): void {
    const client = new Proxy(this.device.client, {
      get: (known, name) => {
        if (name === 'mutate')
          return async (name: string, args: object, options: Sent['options']) => {
            const sent = { name, args, options };
            this.sent.push(sent);
            return this.answer(sent);
          };
        if (name === 'dismiss') return async (uid: string) => void this.dismissed.push(uid);
        return Reflect.get(known, name);
      },
    });
    const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
    act(() =>
      this.#root.render(
        <RouterContextProvider router={router as never}>
          <ClientContext value={client}>{sheet}</ClientContext>
        </RouterContextProvider>,
      ),
    );
  }

  leave(): void {
    act(() => this.#root.unmount());
  }

  /** The field that is called so. */
  input(label: string): HTMLInputElement {
    const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent?.startsWith(label));
    const field = found?.htmlFor ? document.getElementById(found.htmlFor) : found?.querySelector('input');
    if (!(field instanceof HTMLInputElement)) throw new Error(`no field ${label}`);
    return field;
  }

  async type(label: string, text: string): Promise<void> {
    const field = this.input(label);
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
  }

  async tick(label: string): Promise<void> {
    await act(async () => this.input(label).click());
  }

  /** Presses a button, and waits until what follows has been done. */
  async press(words: string): Promise<void> {
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === words);
    if (!button) throw new Error(`no button ${words}`);
    await act(async () => {
      button.click();
      await new Promise((resolve) => setTimeout(resolve, 20));
    });
  }

  /** What is said in this place; null where there is none. */
  said(selector: string): string | null {
    return document.querySelector(selector)?.textContent ?? null;
  }
}
