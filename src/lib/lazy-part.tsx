import { useEffect, useState, type ComponentType, type ReactNode } from 'react';

export interface LazyPartProps {
  /** While it is on its way. */
  readonly loading: ReactNode;
  /** Where it could not be fetched: what must work without it, and the way to try again. */
  readonly failed: (retry: () => void) => ReactNode;
}

/** A part that comes when it is first shown, or before that. */
export interface LazyPart<Props extends object> {
  (whole: { readonly part: LazyPartProps; readonly props: Props }): ReactNode;
  /** Asks for it ahead of its being shown. What cannot be fetched is asked for again then, and said then. */
  readonly preload: () => Promise<void>;
}

/**
 * A part of the shell that comes when it is first shown. One that cannot be fetched leaves everything around it as it is, and
 * can be asked for again.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let known: ComponentType<Props> | null = null;
  const fetchIt = async (): Promise<void> => {
    known ??= await load();
  };
  return Object.assign(LazyPart, { preload: () => fetchIt().catch(() => undefined) });

  function LazyPart({ part, props }: { readonly part: LazyPartProps; readonly props: Props }): ReactNode {
    const [state, setState] = useState<'loading' | 'ready' | 'failed'>(known ? 'ready' : 'loading');
    const fetchNow = (): void => {
      fetchIt().then(
        () => setState('ready'),
        () => setState('failed'),
      );
    };
    useEffect(fetchNow, []);
    const Known = known;
    if (state === 'ready' && Known) return <Known {...props} />;
    if (state === 'failed')
      return part.failed(() => {
        setState('loading');
        fetchNow();
      });
    return part.loading;
  }
}
