import { RefreshCw } from 'lucide-react';
import { StatusWord } from '../../ui/status-word.tsx';
import { useChangeOnWay } from './use-change-on-way.ts';
import type { Session } from './use-own-sessions.ts';

/** Says that what is shown of a session was changed elsewhere, until the change is here. */
export function ChangeOnWay({ session }: { readonly session: Session }) {
  return useChangeOnWay(session) ? (
    <output>
      <StatusWord tone="quiet" icon={RefreshCw}>
        A change is on its way.
      </StatusWord>
    </output>
  ) : null;
}
