import { useEffect, useState } from 'react';

/** What a link carries that is good once. */
const usualForm = /^#([A-Za-z0-9_-]{43})$/;

/** The token of a mailed link leaves the address at once: no history, no bookmark and no screen that is shared keeps it. */
function takeToken(form: RegExp): string | null {
  const token = form.exec(location.hash)?.[1] ?? null;
  if (token !== null) history.replaceState(history.state, '', location.pathname);
  return token;
}

/** The token with which this page was opened, or opened again in the same tab; null where there was none. `form`: its own, steady. */
export function useLinkToken(form = usualForm): string | null {
  const [token, setToken] = useState(() => takeToken(form));
  useEffect(() => {
    // A link that is opened in a tab which stands here already loads nothing anew.
    const look = () => setToken((before) => takeToken(form) ?? before);
    globalThis.addEventListener('hashchange', look);
    return () => globalThis.removeEventListener('hashchange', look);
  }, [form]);
  return token;
}
