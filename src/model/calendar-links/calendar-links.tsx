import { useState } from 'react';
import * as v from 'valibot';
import { FormCheck } from '../../forms/form-check.tsx';
import { FormPassword } from '../../forms/form-password.tsx';
import { Form, SendButton } from '../../forms/form.tsx';
import { useOrchidForm, type SendResult } from '../../forms/use-orchid-form.ts';
import { useClient, useStatus } from '../../lib/client-context.ts';
import { dateAndTime } from '../../lib/time.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useMe } from '../people/use-account.ts';
import { makeCalendarLink, type CalendarLink, type MadeLink } from './calendar-link-calls.ts';
import { EndCalendarLink } from './end-calendar-link.tsx';
import { useCalendarLinks } from './use-calendar-links.ts';
import styles from './calendar-links.module.css';

export const calendarLinksLead =
  'Another calendar program can show your times. Whoever has the link sees them without signing in.';

/** [FD-1] Links by which another calendar program shows one's own times: made, listed and ended. Needs a connection. */
export function CalendarLinks() {
  const { online } = useStatus();
  const { links, askAgain } = useCalendarLinks();
  const [asked, setAsked] = useState<CalendarLink | null>(null);
  const [ended, setEnded] = useState<readonly string[]>([]);
  return (
    <div className={styles.links}>
      {online ? null : (
        <Notice tone="wait">Calendar links need a connection. The links that you have go on working.</Notice>
      )}
      <MakeLink isOnline={online} ended={ended} onMade={askAgain} />
      <section className={styles.part} aria-label="Your links">
        <h2>Your links</h2>
        {links === undefined ? (
          online ? (
            <Skeleton lines={2} />
          ) : null
        ) : links === null ? (
          online ? (
            <Notice tone="wait" actions={<Button onClick={askAgain}>Try again</Button>}>
              The server gave no answer just now.
            </Notice>
          ) : null
        ) : links.length === 0 ? (
          <p className={styles.soft}>There are none.</p>
        ) : (
          <ul className={styles.list}>
            {links.map((link) => (
              <LinkRow key={link.feed_id} link={link} isOnline={online} onEnd={() => setAsked(link)} />
            ))}
          </ul>
        )}
      </section>
      {asked ? (
        <EndCalendarLink
          link={asked}
          onClose={() => setAsked(null)}
          onDone={() => {
            setAsked(null);
            setEnded([...ended, asked.feed_id]);
            askAgain();
          }}
        />
      ) : null}
    </div>
  );
}

type Made = Extract<MadeLink, { kind: 'made' }>;

interface MakeLinkProps {
  readonly isOnline: boolean;
  /** Which links were ended here: the address of one is not shown any more. */
  readonly ended: readonly string[];
  readonly onMade: () => void;
}

const schema = v.object({
  initials: v.boolean(),
  password: v.pipe(v.string(), v.minLength(1, 'Please enter your password')),
});
type Values = v.InferInput<typeof schema>;

function MakeLink({ isOnline, ended, onMade }: MakeLinkProps) {
  const client = useClient();
  // Held here alone, and gone with the page.
  const [made, setMade] = useState<Made | null>(null);
  const form = useOrchidForm<Values, Values>({
    schema,
    defaults: { initials: false, password: '' },
    words: { initials: 'Show initials', password: 'Password' },
    // Whoever comes to this screen next must not find it there.
    forgets: 'password',
    send: async (said): Promise<SendResult> => {
      setMade(null);
      const result = await makeCalendarLink(client, said);
      // Also where no answer came there may be one.
      onMade();
      if (result.kind === 'failed') return { kind: 'refused', message: result.message };
      setMade(result);
      return { kind: 'saved' };
    },
    onSent: () => undefined,
  });
  return (
    <section className={styles.part} aria-label="A new link">
      <Form form={form}>
        <FormCheck
          form={form}
          name="initials"
          hint="The company whose calendar you use, and everybody who sees that calendar, will read them."
        >
          Show initials
        </FormCheck>
        <FormPassword form={form} name="password" autoComplete="current-password" />
      </Form>
      <SendButton form={form} tone="primary" busyWords="Making…" disabled={!isOnline}>
        Make a link
      </SendButton>
      <output className={styles.made}>
        {made === null || ended.includes(made.feedId) ? null : (
          <Notice tone="fine" title="It is shown only now." actions={<CopyButton text={() => made.address} />}>
            <span className={styles.address}>{made.address}</span>
          </Notice>
        )}
      </output>
    </section>
  );
}

interface LinkRowProps {
  readonly link: CalendarLink;
  readonly isOnline: boolean;
  readonly onEnd: () => void;
}

function LinkRow({ link, isOnline, onEnd }: LinkRowProps) {
  const { zone } = useMe();
  const { create_datetime: made, fetch_datetime: fetched, initials } = link;
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p>Made on {dateAndTime(made, zone)}</p>
        <p className={styles.soft}>
          {fetched === null ? 'Never fetched' : `Fetched last on ${dateAndTime(fetched, zone)}`}
          {initials ? '. Shows initials.' : '.'}
        </p>
      </div>
      <Button disabled={!isOnline} onClick={onEnd}>
        End this link
      </Button>
    </li>
  );
}
