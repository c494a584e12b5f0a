import { Link } from '@tanstack/react-router';
import { useWorkKind } from '../../../model/people/use-work-kind.ts';
import { useClientInfo, useIsClientInfoDamaged } from '../../../model/clients/use-client-info.ts';
import { refusalWords } from '../../../model/work/refusal-words.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ClientInfoForm } from './client-info-form.tsx';
import { SettingsSection } from './settings-section.tsx';
import { useRefused } from './use-refused.ts';

/** [C-157] What is asked of each new client; works without a network. */
export function ClientInfoPage() {
  return (
    <SettingsSection
      title="New clients"
      lead="What the form for a new client asks. The charts you have already stay as they are."
    >
      <RefusedChoice />
      <Choice />
    </SettingsSection>
  );
}

function Choice() {
  const kind = useWorkKind();
  const info = useClientInfo();
  const isDamaged = useIsClientInfoDamaged();
  if (isDamaged)
    return (
      <Notice tone="wait" role="alert">
        What you chose came damaged, and is being fetched again.
      </Notice>
    );
  if (kind === null || info === null) return <Skeleton lines={8} label="Opening what you chose" />;
  if (kind !== 'clinician')
    return <EmptyState title="For those who treat">The chart of a new client is made by a clinician.</EmptyState>;
  return <ClientInfoForm info={info} />;
}

/** What the server did not take after it had been chosen here. */
function RefusedChoice() {
  const last = useRefused('client_info.save').at(-1);
  if (!last) return null;
  return (
    <Notice
      tone="need"
      role="alert"
      title="A choice was refused"
      actions={
        <Link to="/pro-dashboard/sync" className={buttonClass()}>
          See what was kept
        </Link>
      }
    >
      {refusalWords(last)}
    </Notice>
  );
}
