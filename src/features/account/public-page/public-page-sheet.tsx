import { Globe } from 'lucide-react';
import { errorTexts } from '../../../../sync/protocol/error-codes.ts';
import { useMe, useWaitsForApproval } from '../../../model/people/use-account.ts';
import { useChange } from '../../../lib/use-change.ts';
import { useRecord } from '../../../lib/use-records.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import styles from './public-page-sheet.module.css';

/** [AC-8] Opens and closes one's own page for everybody, and says what stands on it before it does. */
export function PublicPageSheet({ onClose }: { readonly onClose: () => void }) {
  const me = useMe();
  const page = useRecord('public_profile', me.sub);
  const own = useRecord('professional', me.sub);
  const waits = useWaitsForApproval();
  const { busy, failure, run } = useChange(() => undefined);
  const isOpen = !page.loading && page.value?.body.is_open === true;
  const isPending = !page.loading && page.value?.pending === true;
  // What stands on the page, or would: as the practice's record says it, whatever the account calls itself.
  const shown = (isOpen && !page.loading ? page.value : own.loading ? undefined : own.value)?.body;
  const address = `${location.origin}/professional-search/${me.sub}`;

  return (
    <Sheet
      open
      title="Your page for everybody"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {page.loading || !shown ? null : (
            <Button
              tone={isOpen ? 'plain' : 'primary'}
              disabled={busy || (waits && !isOpen)}
              onClick={() => void run('public_profile.set', { practice_id: me.practiceId, is_open: !isOpen })}
            >
              {isOpen ? 'Take my page down' : 'Put my page up'}
            </Button>
          )}
        </>
      }
    >
      <p>
        {isOpen
          ? 'Anybody who has this address reads the following, without an account:'
          : 'Without an account nobody finds anything of you now. With your page up, anybody who has its address reads the following:'}
      </p>
      <p className={styles.card}>
        <Globe size={18} aria-hidden />
        <span>
          <PersonName name={shown?.display_name ?? ''} />
          {shown?.medical_degree ? <span className={styles.soft}>, {shown.medical_degree}</span> : null}
        </span>
      </p>
      <p className={styles.soft}>Never your clients, your sessions or how to reach you. It is in no search.</p>
      {isOpen ? (
        <div className={styles.address}>
          <a href={address} target="_blank" rel="noreferrer">
            {address}
          </a>
          <CopyButton text={() => address} />
        </div>
      ) : null}
      {waits && !isOpen ? <Notice tone="wait">{errorTexts.not_approved}</Notice> : null}
      {isPending ? (
        <Notice tone="wait">
          This has not reached the server yet. Until then everybody finds your page as it was.
        </Notice>
      ) : null}
      {failure ? (
        <Notice tone="need" role="alert">
          {failure}
        </Notice>
      ) : null}
    </Sheet>
  );
}
