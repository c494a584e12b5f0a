import { Link, useRouterState } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { useLease } from '../lib/client-context.ts';
import type { Dashboard } from '../lib/paths.ts';
import { buttonClass } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './lease-gate.module.css';

interface LeaseGateProps {
  readonly dashboard: Dashboard;
  readonly children: ReactNode;
}

/** Says what this device has closed after long silence; nothing that is closed must look as if it were not there. */
export function LeaseGate({ dashboard, children }: LeaseGateProps) {
  const { closed, turn } = useLease();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const sync = dashboard === 'pro' ? '/pro-dashboard/sync' : '/member-dashboard/sync';
  if (closed === 'all' && path !== sync) {
    return (
      <section className={styles.closed}>
        <h1>Closed until there is a connection</h1>
        <p>
          This device has not reached Orchid for 30 days. Your records are locked here and open again as soon as it
          does. Anything you wrote that has not been sent yet can be read and exported on the sync page.
        </p>
        <Link to={sync} className={buttonClass('primary')}>
          Open the sync page
        </Link>
      </section>
    );
  }
  return (
    <>
      {closed === 'shared' ? (
        <div className={styles.bar}>
          <Notice tone="wait" title="Shared charts are closed">
            This device has not reached Orchid for three days. Charts that others have shared with you are left out of
            every list until the next connection.
          </Notice>
        </div>
      ) : null}
      {/* What was closed or opened since is read anew. */}
      <Fragment key={turn}>{children}</Fragment>
    </>
  );
}
