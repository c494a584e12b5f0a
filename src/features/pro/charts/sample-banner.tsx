import { useState, type ReactNode } from 'react';
import { useClient } from '../../../lib/client-context.ts';
import { dateIn, fullDate } from '../../../lib/time.ts';
import { useChange } from '../../../lib/use-change.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { useSample } from '../../../model/sample/use-sample.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SampleWords } from './sample-words.tsx';

/** [SD-2] On the chart of a sample: what it is, and the way to be rid of it. Untouched it goes with one tap. */
export function SampleBanner() {
  const sample = useSample();
  const client = useClient();
  const [asks, setAsks] = useState(false);
  const { busy, failure, run } = useChange(() => setAsks(false));
  if (sample.kind !== 'shown') return null;
  const remove = (): void => {
    if (sample.written.length > 0) setAsks(true);
    else void run('sample.remove', {});
  };
  return (
    <>
      <Notice
        tone="info"
        title="A sample client"
        actions={
          <Button disabled={busy} onClick={remove}>
            Remove the sample
          </Button>
        }
      >
        Made up, for you to look around: write into its notes as you like. It counts nowhere and takes none of your
        time.
      </Notice>
      {failure ? (
        <Notice tone="need" role="alert">
          {failure}
        </Notice>
      ) : null}
      {asks ? (
        <SampleWords
          written={sample.written}
          client={client}
          busy={busy}
          onRemove={() => void run('sample.remove', {})}
          onClose={() => setAsks(false)}
        />
      ) : null}
    </>
  );
}

interface SampleReturnProps {
  readonly open?: string | undefined;
  /** What stands there once it is too late. */
  readonly past?: ReactNode;
}

/** [SD-2] That the sample was removed, until when it can be brought back, and how; not beside the chart that says so itself (`open`). */
export function SampleReturn({ open, past = null }: SampleReturnProps) {
  const sample = useSample();
  const { zone } = useMe();
  const { busy, failure, run } = useChange(() => undefined);
  const now = useNow();
  // Past its last day nothing brings it back, whether or not this device has heard that it is gone.
  if (sample.kind !== 'removed' || sample.chartId === open) return null;
  if (sample.until < now) return past;
  return (
    <>
      <Notice
        tone="info"
        actions={
          <Button disabled={busy} onClick={() => void run('sample.bring_back', {})}>
            Bring it back
          </Button>
        }
      >
        You removed the sample client. Until {fullDate(dateIn(sample.until, zone))} it can be brought back, with all
        that you wrote into it.
      </Notice>
      {failure ? (
        <Notice tone="need" role="alert">
          {failure}
        </Notice>
      ) : null}
    </>
  );
}
