import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { lastingProblems, type SyncStatus } from '../../../../sync/client/api.ts';
import { useClient } from '../../../lib/client-context.ts';
import { wordsBeside, withoutWords } from '../../../model/sessions/refused-words.ts';
import { useCountedStatus } from '../../../model/work/use-counted-status.ts';
import { SealedWork } from '../../../model/work/sealed-work.tsx';
import { problemSentences } from '../../../model/work/problem-sentences.ts';
import { notReadySentence, syncWords } from '../../../model/work/sync-words.ts';
import { heldWords, useUpdate } from '../../../lib/update.ts';
import { useOfflineReady } from '../../../lib/offline-ready.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { AttentionCard } from './attention-card.tsx';
import { LeftRefusals } from './left-refusals.tsx';
import { LeaseWords } from './lease-words.tsx';
import { useWork } from './use-work.ts';
import { WaitingItem } from './waiting-item.tsx';
import { waitingThings } from './waiting-thing.ts';
import styles from './sync-page.module.css';

const storageSentences: Record<SyncStatus['storage'], string> = {
  persistent: 'This browser keeps Orchid’s data until you remove it.',
  'best-effort':
    'This browser may remove Orchid’s data when the device runs short of room. Installing Orchid or bookmarking it often makes it keep the data. What has been synced is safe on the server.',
  'memory-only':
    'This window keeps nothing: a private window, or storage is blocked. What you write is lost when it closes, unless it was synced before.',
  unknown: 'This browser does not say whether it keeps data for good.',
};

/** What the indicator means, what is on its way, and what needs a person. */
export function SyncPage() {
  const client = useClient();
  const status = useCountedStatus();
  const { zone } = useMe();
  const now = useNow();
  const work = useWork();
  const update = useUpdate();
  const [trying, setTrying] = useState(false);
  const isReady = useOfflineReady();
  const words = syncWords(status, zone, now, isReady);

  async function tryNow(): Promise<void> {
    setTrying(true);
    // The outcome is told by the status, not by this call.
    await client.syncNow().catch(() => undefined);
    setTrying(false);
  }

  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{words.word}</h1>
        <output className={styles.sentence}>{words.sentence}</output>
        {status.problems.slice(1).map((problem) => (
          <p key={problem} className={styles.sentence}>
            {problemSentences[problem]}
          </p>
        ))}
        <div className={styles.headActions}>
          <Button icon={<RefreshCw size={16} aria-hidden />} disabled={trying} onClick={() => void tryNow()}>
            {trying ? 'Trying…' : status.online ? 'Sync now' : 'Try now'}
          </Button>
          {lastingProblems.some((lasting) => status.problems.includes(lasting)) ? (
            <Button onClick={() => void client.noteProblemsRead(status.problems)}>I have read this</Button>
          ) : null}
        </div>
      </header>
      {update.waiting ? (
        <Notice
          tone="info"
          title="A new version of Orchid is ready"
          actions={<Button onClick={update.install}>Update now</Button>}
        >
          {update.isHeld ? heldWords : 'Everything you typed is saved before it is put in use.'}
        </Notice>
      ) : null}
      {work && work.attention.length > 0 ? (
        <section className={styles.section} aria-label="Needs attention">
          <ul className={styles.cards}>
            {withoutWords(work.attention).map((item) => (
              <AttentionCard
                key={item.uid}
                item={item}
                beside={wordsBeside(item.uid, work.attention).map((word) => word.item)}
                zone={zone}
                now={now}
              />
            ))}
          </ul>
        </section>
      ) : null}
      <LeftRefusals />
      <section className={styles.section} aria-label="Waiting">
        <h2>Waiting to reach the server</h2>
        {work && work.pending.length > 0 ? (
          <ul className={styles.list}>
            {waitingThings(work.pending).map((thing) => (
              <WaitingItem key={thing.thing} thing={thing} zone={zone} now={now} />
            ))}
          </ul>
        ) : (
          <p className={styles.soft}>{work ? 'Nothing is waiting.' : ''}</p>
        )}
      </section>
      <section className={styles.section} aria-label="Storage">
        <h2>On this device</h2>
        {status.storage === 'memory-only' ? (
          <Notice tone="need">{storageSentences[status.storage]}</Notice>
        ) : (
          <p className={styles.soft}>{storageSentences[status.storage]}</p>
        )}
        <p className={styles.soft}>
          Everything here is encrypted with a key that your password opens. You can read it without a connection, and it
          leaves this device only to go to the server.
        </p>
        <SealedWork />
        {isReady ? null : <p className={styles.soft}>{notReadySentence}</p>}
        <LeaseWords zone={zone} now={now} />
      </section>
    </div>
  );
}
