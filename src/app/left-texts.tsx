import { useRouter } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useClient, useSub } from '../lib/client-context.ts';
import { useLeftTexts } from '../lib/flush.ts';
import type { TextHolder } from '../lib/unsaved.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import styles from './left-texts.module.css';

/** Text that an editor left behind unsaved, at a lock for instance: tried again at once, and offered until it is safe. */
export function LeftTexts() {
  const client = useClient();
  const texts = useLeftTexts(useSub());
  useEffect(() => {
    const tryAgain = () => {
      for (const text of texts) void text.flush();
    };
    tryAgain();
    return client.watchWork(tryAgain);
    // A list is the same as long as its members are: new ones are tried when they come.
    // oxlint-disable-next-line react/exhaustive-deps -- compared by members
  }, [client, texts.map((text) => text.key).join()]);

  return texts.map((holder) => <LeftText key={holder.key} holder={holder} />);
}

const quietMs = 800;

function LeftText({ holder }: { readonly holder: TextHolder }) {
  const { path, isByHand } = holder;
  const router = useRouter();
  const [isLasting, setLasting] = useState(false);
  useEffect(() => {
    // An editor that goes is mostly saved a moment later: no word about that.
    const timer = setTimeout(() => setLasting(true), quietMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isLasting) return null;
  return (
    <div className={styles.bar} role="alert">
      <div className={styles.words}>
        <CircleAlert size={18} aria-hidden />
        <p>
          <strong>{isByHand ? 'Text was written and not sent.' : 'Text of a note is not saved on this device.'}</strong>{' '}
          It is kept while this page is open.
        </p>
      </div>
      <div className={styles.actions}>
        <CopyButton text={holder.text} />
        {isByHand ? (
          <Button tone="quiet" onClick={holder.letGo}>
            Let it go
          </Button>
        ) : (
          <Button onClick={() => void holder.flush()}>Retry</Button>
        )}
        <Button onClick={() => router.history.push(path)}>{isByHand ? 'Go on with it' : 'Open the note'}</Button>
      </div>
    </div>
  );
}
