import { useEffect, useState } from 'react';

/** The token of a mailed link leaves the address at once: no history, no bookmark and no screen that is shared keeps it. */
function takeToken(): string | null {
  const token = /^#([A-Za-z0-9_-]{43})$/.exec(location.hash)?.[1] ?? null;
  if (token !== null) history.replaceState(history.state, '', location.pathname);
  return token;
}

/** The token with which this page was opened, or opened again in the same tab; null where there was none. */
export function useLinkToken(): string | null {
  const [token, setToken] = useState(takeToken);
  useEffect(() => {
    // A link that is opened in a tab which stands here already loads nothing anew.
    const look = () => setToken((before) => takeToken() ?? before);
    globalThis.addEventListener('hashchange', look);
    return () => globalThis.removeEventListener('hashchange', look);
  }, []);
  return token;
}
