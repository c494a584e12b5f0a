import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { OrchidClient } from '../lib/model.ts';
import { ClientContext } from '../lib/client-context.ts';
import { createAppRouter } from '../router.tsx';
import { listenForActivity } from './activity.ts';
import { UpdateContext, createUpdateSource } from '../lib/update.ts';
import type { UpdateSource } from '../lib/update-source.ts';

interface AppProps {
  readonly client: OrchidClient;
  /** Where a waiting new version announces itself; see `lib/update.ts`. */
  readonly updates?: UpdateSource;
}

export function App({ client, updates }: AppProps) {
  const [router] = useState(createAppRouter);
  const [source] = useState(() => updates ?? createUpdateSource());
  useEffect(() => listenForActivity(client), [client]);
  return (
    <ClientContext value={client}>
      <UpdateContext value={source}>
        <RouterProvider router={router} />
      </UpdateContext>
    </ClientContext>
  );
}
