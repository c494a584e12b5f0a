import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { fetchPublicProfile, type FoundProfile } from '../../lib/public-profile.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './plain-page.module.css';

/** [AC-8] `/professional-search/…`: what a professional shows to everybody. */
export function PublicProfilePage() {
  const { professionalId } = useParams({ from: '/professional-search/$professionalId' });
  const [attempt, setAttempt] = useState(0);
  const asked = `${attempt} ${professionalId}`;
  const [answer, setAnswer] = useState<{ readonly asked: string; readonly found: FoundProfile } | null>(null);
  useEffect(() => {
    let isWanted = true;
    void fetchPublicProfile(professionalId).then((found) => {
      if (isWanted) setAnswer({ asked, found });
    });
    return () => {
      isWanted = false;
    };
  }, [professionalId, asked]);
  const found = answer?.asked === asked ? answer.found : null;
  return (
    <main className={styles.page}>
      <Profile found={found} onRetry={() => setAttempt(attempt + 1)} />
    </main>
  );
}

/** [C-324] “Other” says nothing of what it is: it is left out. */
function Certifications({ held }: { readonly held: readonly string[] }) {
  const shown = held.filter((one) => one !== 'Other');
  return shown.length === 0 ? null : <p className={styles.lead}>{shown.join(' · ')}</p>;
}

function Profile({ found, onRetry }: { readonly found: FoundProfile | null; readonly onRetry: () => void }) {
  switch (found?.kind) {
    case undefined:
      return <Skeleton lines={3} label="Opening the page" />;
    case 'found':
      return (
        <>
          <h1>
            <PersonName name={found.profile.display_name} />
          </h1>
          {found.profile.medical_degree === '' ? null : <p className={styles.lead}>{found.profile.medical_degree}</p>}
          <Certifications held={found.profile.certifications} />
          <p className={styles.lead}>Works with Orchid. Clients of this practice log in to see their sessions.</p>
          <p className={styles.actions}>
            <Link to="/login" className={buttonClass('primary')}>
              Log in
            </Link>
          </p>
        </>
      );
    case 'none':
      return (
        <>
          <h1>There is no page here</h1>
          <p className={styles.lead}>It may have been taken down, or the address is not quite right.</p>
          <p className={styles.actions}>
            <Link to="/" className={buttonClass()}>
              To the start page
            </Link>
          </p>
        </>
      );
    case 'failed':
    case 'no-answer':
      return (
        <>
          <h1>This page could not be fetched</h1>
          {found.kind === 'failed' ? (
            <p className={styles.lead} role="alert">
              {found.message}
            </p>
          ) : null}
          <p className={styles.lead}>
            It is kept on no device and needs a connection each time. Please try again in a moment.
          </p>
          <p className={styles.actions}>
            <Button tone="primary" onClick={onRetry}>
              Try again
            </Button>
          </p>
        </>
      );
  }
}
