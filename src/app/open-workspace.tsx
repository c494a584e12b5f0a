import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { homepageOf } from '../lib/paths.ts';
import { useAccountRecord } from '../model/people/use-account.ts';
import { buttonClass } from '../ui/button.tsx';

/** On a public page, signed in: the way to one's own dashboard. `goNow`: the person has just signed in here. */
export function OpenWorkspace({ goNow }: { readonly goNow: boolean }) {
  const account = useAccountRecord();
  const navigate = useNavigate();
  const type = account.loading ? undefined : account.value?.body.user_type;
  const to = type ? homepageOf(type) : null;
  useEffect(() => {
    if (goNow && to) void navigate({ to });
  }, [goNow, to, navigate]);
  if (!to) return null;
  return (
    <Link to={to} className={buttonClass('primary')}>
      Open Orchid
    </Link>
  );
}
