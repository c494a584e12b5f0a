import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useClient } from '../../../lib/client-context.ts';
import { followWork } from '../../../model/work/follow-work.ts';
import { refusalWords } from '../../../model/work/refusal-words.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { refusedInvites, type RefusedInvite } from './refused-invites.ts';

/** An invite of this chart that the server refused: said here, where one looks whether it was sent. */
export function RefusedInviteNotice({ chartId }: { readonly chartId: string }) {
  const client = useClient();
  const [refused, setRefused] = useState<readonly RefusedInvite[]>([]);
  useEffect(
    () =>
      followWork(
        client,
        () => client.attention(),
        (all) => setRefused(refusedInvites(all, chartId)),
      ),
    [client, chartId],
  );
  const last = refused.at(-1);
  if (!last) return null;
  return (
    <Notice
      tone="need"
      role="alert"
      title={last.email === null ? 'An invite was refused' : `The invite to ${last.email} was not sent`}
      actions={
        <Link to="/pro-dashboard/sync" className={buttonClass()}>
          See what was kept
        </Link>
      }
    >
      {refusalWords(last.item)}
    </Notice>
  );
}
