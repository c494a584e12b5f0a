import { useEffect, useState, type ComponentType, type ReactNode } from 'react';

export interface LazyPartProps {
  /** While it is on its way. */
  readonly loading: ReactNode;
  /** Where it could not be fetched: what must work without it, and the way to try again. */
  readonly failed: (retry: () => void) => ReactNode;
}

/**
 * A part of the shell that comes when it is first shown. One that cannot be fetched leaves everything around it as it is, and
 * can be asked for again.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<{ readonly part: LazyPartProps; readonly props: Props }> {
  let known: ComponentType<Props> | null = null;
  return function LazyPart({ part, props }) {
    const [state, setState] = useState<'loading' | 'ready' | 'failed'>(known ? 'ready' : 'loading');
    const [attempt, setAttempt] = useState(0);
    useEffect(() => {
      let current = true;
      load().then(
        (component) => {
          known = component;
          if (current) setState('ready');
        },
        () => {
          if (current) setState('failed');
        },
      );
      return () => {
        current = false;
      };
    }, [attempt]);
    const Known = known;
    if (state === 'ready' && Known) return <Known {...props} />;
    if (state === 'failed')
      return part.failed(() => {
        setState('loading');
        setAttempt(attempt + 1);
      });
    return part.loading;
  };
}
