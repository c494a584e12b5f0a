import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import * as v from 'valibot';
import { detailOf } from '../../../../sync/client/session/refusal.ts';
import { emailLinkResponse } from '../../../../sync/protocol/recovery-message.ts';
import { fetchApi } from '../../../../sync/web/fetch-api.ts';
import { useLinkToken } from '../../../lib/link-token.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import narrow from '../../../ui/narrow-page.module.css';
import { NarrowPage } from '../../../ui/narrow-page.tsx';

/** What one mailed link about an address does, and how that is said. */
export interface EmailLinkWords {
  readonly path: '/api/users/v1/confirm_new_email' | '/api/users/v1/restore_email';
  readonly title: string;
  readonly lead: string;
  readonly action: string;
  readonly busy: string;
  readonly done: string;
  readonly after: (email: string) => string;
  readonly next: { readonly to: '/login' | '/reset-password'; readonly words: string };
}

type State =
  | { readonly kind: 'ready' | 'busy' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'done'; readonly email: string };

/** A page with one button; opening it changes nothing. */
export function EmailLinkPage({ words }: { readonly words: EmailLinkWords }) {
  const token = useLinkToken();
  const [state, setState] = useState<State>({ kind: 'ready' });
  async function press(): Promise<void> {
    setState({ kind: 'busy' });
    const answer = await fetchApi.call('POST', words.path, { token }).catch(() => null);
    const parsed = v.safeParse(emailLinkResponse, answer?.body);
    if (answer?.status === 200 && parsed.success) setState({ kind: 'done', email: parsed.output.email });
    else setState({ kind: 'failed', message: whyNot(answer) });
  }
  return (
    <NarrowPage>
      {state.kind === 'done' ? (
        <>
          <h1>{words.done}</h1>
          <p className={narrow.lead}>{words.after(state.email)}</p>
          <Link to={words.next.to} className={buttonClass('primary')}>
            {words.next.words}
          </Link>
        </>
      ) : (
        <>
          <h1>{words.title}</h1>
          <p className={narrow.lead}>
            {token === null ? 'This page is opened by a link in a mail. Please open that link.' : words.lead}
          </p>
          {state.kind === 'failed' ? (
            <Notice tone="need" role="alert">
              {state.message}
            </Notice>
          ) : null}
          {token === null ? null : (
            <Button tone="primary" disabled={state.kind === 'busy'} onClick={() => void press()}>
              {state.kind === 'busy' ? words.busy : words.action}
            </Button>
          )}
        </>
      )}
    </NarrowPage>
  );
}

function whyNot(answer: { readonly status: number; readonly body: unknown } | null): string {
  if (!answer) return 'There is no connection. Please try again when there is one.';
  if (answer.status === 401 || answer.status === 403)
    return 'Log in on this device with the address that you have had so far, then open the link once more.';
  return detailOf(answer.body);
}
