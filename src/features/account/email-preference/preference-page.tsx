import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  emailPreference,
  type EmailPreference,
  type ShownPreference,
} from '../../../../sync/protocol/email-preference.ts';
import { FormCheck } from '../../../forms/form-check.tsx';
import { Form, SendButton } from '../../../forms/form.tsx';
import { useOrchidForm, type SendResult } from '../../../forms/use-orchid-form.ts';
import { Notice } from '../../../ui/notice.tsx';
import { OncePreference } from './once-preference.tsx';
import { useFocusOn } from './use-focus-on.ts';
import { usePreference } from './use-preference.ts';
import narrow from '../../../ui/narrow-page.module.css';
import { NarrowPage } from '../../../ui/narrow-page.tsx';
import styles from './email-preference.module.css';

const title = 'Email preferences';

/** [C-131][C-132] `/email-preference` and `…/update-preference`: what an address is sent, and a word on what it is sent in any case. */
export function PreferencePage() {
  const { answer, askAgain, change } = usePreference();
  return (
    <NarrowPage>
      <OncePreference title={title} answer={answer} onRetry={askAgain}>
        {(preference) => <Switches preference={preference} change={change} />}
      </OncePreference>
    </NarrowPage>
  );
}

interface SwitchesProps {
  readonly preference: ShownPreference;
  readonly change: ReturnType<typeof usePreference>['change'];
}

function Switches({ preference, change }: SwitchesProps) {
  const { email, invitations, news } = preference;
  const [kept, setKept] = useState<EmailPreference | null>(null);
  const form = useOrchidForm<EmailPreference, EmailPreference>({
    schema: emailPreference,
    defaults: { invitations, news },
    words: { invitations: 'Invitations', news: 'News about Orchid' },
    stays: true,
    send: async (wish): Promise<SendResult> => {
      const changed = await change(wish);
      if (changed.kind !== 'known') return changed;
      setKept(wish);
      return { kind: 'saved' };
    },
    onSent: () => undefined,
  });
  // Said as long as it is so.
  const isKept = kept?.invitations === form.values.invitations && kept.news === form.values.news;
  const result = useFocusOn<HTMLOutputElement>(isKept);
  return (
    <>
      <h1>{title}</h1>
      <p className={narrow.lead}>
        What we send to <span className={narrow.email}>{email}</span>.
      </p>
      <Form form={form}>
        <FormCheck form={form} name="invitations">
          <Choice words={form.words.invitations}>
            Clinicians may invite you to an account by a mail to this address.
          </Choice>
        </FormCheck>
        <FormCheck form={form} name="news">
          <Choice words={form.words.news}>
            We send none so far. If we ever do, they go only to those who have turned them on.
          </Choice>
        </FormCheck>
      </Form>
      <SendButton form={form} busyWords="Saving…">
        Save
      </SendButton>
      <output ref={result} tabIndex={-1}>
        {isKept ? <Notice tone="fine">Saved.</Notice> : null}
      </output>
      <p className={narrow.lead}>
        What keeps an account safe is always sent: confirming an address, a new password, a new device, another email.
      </p>
      <Link to="/login">Back to Orchid</Link>
    </>
  );
}

function Choice({ words, children }: { readonly words: string; readonly children: string }) {
  return (
    <span className={styles.choice}>
      <span>{words}</span>
      <span className={styles.hint}>{children}</span>
    </span>
  );
}
