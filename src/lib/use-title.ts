import { useEffect } from 'react';

/** Sets the document's title. Never a name or any other personal word: titles end up in histories and task lists. */
export function useTitle(page: string | null): void {
  useEffect(() => {
    document.title = page === null ? 'Orchid' : `${page} · Orchid`;
  }, [page]);
}
