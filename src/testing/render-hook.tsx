import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
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

/** Draws a hook in a document of happy-dom, over a device of the test's. */
export function renderHook<Props, Result>(
  useIt: (props: Props) => Result,
  { client, props }: { readonly client: OrchidClient; readonly props: Props },
): Rendered<Props, Result> {
  const all: Result[] = [];
  const root = createRoot(document.createElement('div'));
  function Probe({ props }: { readonly props: Props }): ReactNode {
    all.push(useIt(props));
    return null;
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
  return {
    last: () => {
      const result = all.at(-1);
      if (result === undefined) throw new Error('nothing was drawn');
      return result;
    },
    all,
    draw,
    leave: () => act(() => root.unmount()),
  };
}
