import type { ComponentType } from 'react';
import { lazyPart } from '../lib/lazy-part.tsx';
import { whyMissing } from '../lib/load-failure.ts';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/sheet.tsx';

/** A sheet with a form, fetched when it is first opened: no page waits for the forms that it may never show. */
export function lazySheet<Props extends { readonly onClose: () => void }>(
  title: string,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part = lazyPart(load);
  return function LazySheet(props: Props) {
    const failed = (retry: () => void, error: unknown) => (
      <Sheet
        open
        title={title}
        onClose={props.onClose}
        actions={
          <>
            <Button onClick={props.onClose}>Close</Button>
            <Button tone="primary" onClick={retry}>
              Try again
            </Button>
          </>
        }
      >
        <p>{whyMissing(error).words}</p>
      </Sheet>
    );
    return <Part part={{ loading: null, failed }} props={props} />;
  };
}
