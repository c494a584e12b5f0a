import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import { ClientContext } from '../lib/client-context.ts';
import type { OrchidClient } from '../lib/model.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

export interface Rendered<Props, Result> {
  /** What the hook said at the last drawing. */
  readonly last: () => Result;
  /** What it said at each drawing, the first one first. */
  readonly all: readonly Result[];
  /** Draws with other properties. */
  readonly draw: (props: Props) => void;
  readonly leave: () => void;
}

interface HookOptions<Props, Result> {
  readonly client: OrchidClient;
  readonly props: Props;
  /** What is drawn beside it. */
  readonly show?: (result: Result) => ReactNode;
}

/** Draws a hook in a document of happy-dom, over a device of the test's. */
export function renderHook<Props, Result>(
  useIt: (props: Props) => Result,
  { client, props, show }: HookOptions<Props, Result>,
): Rendered<Props, Result> {
  const all: Result[] = [];
  const root = createRoot(document.createElement('div'));
  function Probe({ props }: { readonly props: Props }): ReactNode {
    const result = useIt(props);
    all.push(result);
    return show?.(result) ?? null;
  }
  const draw = (props: Props): void =>
    act(() =>
      root.render(
        <ClientContext value={client}>
          <Probe props={props} />
        </ClientContext>,
      ),
    );
  draw(props);
  const leave = (): void => act(() => root.unmount());
  // Also of a test that failed: the files after it share the clocks and listeners of this one.
  onTestFinished(leave);
  return {
    last: () => {
      const result = all.at(-1);
      if (result === undefined) throw new Error('nothing was drawn');
      return result;
    },
    all,
    draw,
    leave,
  };
}
