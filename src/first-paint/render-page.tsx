import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { ClientContext } from '../lib/client-context.ts';
import { titleWords } from '../lib/titles.ts';
import { createUpdateSource, UpdateContext } from '../lib/update.ts';
import { createAppRouter } from '../router.tsx';
import { signedOutClient } from './signed-out-client.ts';

export { paintedPages } from './painted-pages.ts';

export interface RenderedPage {
  readonly title: string;
  /** What stands in the page before the script has come. */
  readonly html: string;
}

/** A page as it is painted for somebody who is not signed in. Runs where the client is built, never in a browser. */
export async function renderPage(path: string): Promise<RenderedPage> {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }), { isPaintedOnce: true });
  await router.load();
  const page = (
    <StrictMode>
      <ClientContext value={signedOutClient}>
        <UpdateContext value={createUpdateSource()}>
          <RouterProvider router={router} />
        </UpdateContext>
      </ClientContext>
    </StrictMode>
  );
  const { prelude } = await prerender(page, {
    onError: (error) => {
      throw error;
    },
  });
  const title = router.state.matches.findLast((match) => match.staticData.title !== undefined)?.staticData.title;
  return { title: titleWords(title ?? null), html: await new Response(prelude).text() };
}
