import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { EmailPreference, ShownPreference } from '../../../../sync/protocol/email-preference.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { OncePreference } from './once-preference.tsx';
import { useFocusOn } from './use-focus-on.ts';
import { usePreference } from './use-preference.ts';
import narrow from '../../../ui/narrow-page.module.css';
import { NarrowPage } from '../../../ui/narrow-page.tsx';

/** What one tap does, and how that is said. */
export interface OneTapWords {
  readonly wish: Partial<EmailPreference>;
  /** Whether there is nothing left to tap for. */
  readonly isDone: (preference: EmailPreference) => boolean;
  readonly title: string;
  readonly lead: string;
  readonly action: string;
  readonly busy: string;
  readonly done: string;
  readonly after: (preference: EmailPreference) => string;
  readonly back: {
    readonly to: '/email-preference/resubscribe' | '/email-preference/unsubscribe';
    readonly words: string;
  };
}

/** A page with one button; opening it changes nothing. */
export function OneTapPage({ words }: { readonly words: OneTapWords }) {
  const { answer, askAgain, change } = usePreference();
  return (
    <NarrowPage>
      <OncePreference title={words.title} answer={answer} onRetry={askAgain}>
        {(preference) => <OneTap words={words} found={preference} change={change} />}
      </OncePreference>
    </NarrowPage>
  );
}

interface OneTapProps {
  readonly words: OneTapWords;
  /** As it was when the page was opened. */
  readonly found: ShownPreference;
  readonly change: ReturnType<typeof usePreference>['change'];
}

function OneTap({ words, found, change }: OneTapProps) {
  const [now, setNow] = useState(found);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isDone = words.isDone(now);
  const result = useFocusOn<HTMLHeadingElement>(isDone && !words.isDone(found));
  async function press(): Promise<void> {
    setBusy(true);
    setFailure(null);
    const changed = await change(words.wish);
    setBusy(false);
    if (changed.kind === 'known') setNow(changed.preference);
    else setFailure(changed.message);
  }
  return (
    <>
      <h1 ref={result} tabIndex={-1}>
        {isDone ? words.done : words.title}
      </h1>
      <p className={narrow.lead}>
        {isDone ? words.after(now) : words.lead} The address is <span className={narrow.email}>{now.email}</span>.
      </p>
      {failure === null ? null : (
        <Notice tone="need" role="alert">
          {failure}
        </Notice>
      )}
      <div className={narrow.actions}>
        {isDone ? (
          <Link to={words.back.to} className={buttonClass()}>
            {words.back.words}
          </Link>
        ) : (
          <Button tone="primary" disabled={isBusy} onClick={() => void press()}>
            {isBusy ? words.busy : words.action}
          </Button>
        )}
      </div>
      <Link to="/email-preference">All email preferences</Link>
    </>
  );
}
