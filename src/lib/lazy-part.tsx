import { useCallback, useEffect, useState, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';

export interface LazyPartProps {
  /** While it is on its way. */
  readonly loading: ReactNode;
  /** Where it did not come: what must work without it, the way to try again, and why, which may be a bug of ours. */
  readonly failed: (retry: () => void, error: unknown) => ReactNode;
}

/** A part that comes when it is first shown, or before that. */
export interface LazyPart<Props extends object> {
  (whole: { readonly part: LazyPartProps; readonly props: Props }): ReactNode;
  /** Asks for it ahead of its being shown. What cannot be fetched is asked for again then, and said then. */
  readonly preload: () => Promise<void>;
}

/**
 * A part of a page that comes when it is first shown. One that does not come leaves everything around it as it is, can be asked for
 * again, and is asked for again when the network is back.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let known: ComponentType<Props> | null = null;
  const getKnown = (): ComponentType<Props> | null => known;
  const shown = new Set<() => void>();
  const wait = (tell: () => void) => {
    shown.add(tell);
    return () => void shown.delete(tell);
  };
  const fetchIt = async (): Promise<void> => {
    known ??= await load();
    for (const tell of shown) tell();
  };
  return Object.assign(LazyPart, { preload: () => fetchIt().catch(() => undefined) });

  function LazyPart({ part, props }: { readonly part: LazyPartProps; readonly props: Props }): ReactNode {
    useSyncExternalStore(wait, getKnown, getKnown);
    const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
    const fetchNow = useCallback((): void => {
      fetchIt().catch((error: unknown) => setFailure({ error }));
    }, []);
    useEffect(fetchNow, [fetchNow]);
    useEffect(() => {
      if (!failure) return undefined;
      addEventListener('online', fetchNow);
      return () => removeEventListener('online', fetchNow);
    }, [failure, fetchNow]);
    const Known = known;
    if (Known) return <Known {...props} />;
    if (!failure) return part.loading;
    return part.failed(() => {
      setFailure(null);
      fetchNow();
    }, failure.error);
  }
}
