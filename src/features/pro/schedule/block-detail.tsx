import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Ban, X } from 'lucide-react';
import { useClient, useSub } from '../../../lib/client-context.ts';
import { clockTime, dateIn, duration, longDay, minutesBetween, zoneName } from '../../../lib/time.ts';
import { useChange } from '../../../lib/use-change.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useRecord } from '../../../lib/use-records.ts';
import { useUpTo } from '../../../lib/use-layout.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { requestState } from '../../../model/sessions/session-words.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { StatusWord } from '../../../ui/status-word.tsx';
import { useCalendarActs } from './calendar-acts.ts';
import styles from './session-detail.module.css';

/** [S-027] A time that is kept free: when, what for, and what to do with it. */
export function BlockDetail() {
  const { intervalId } = useParams({ from: '/pro-dashboard/schedule/blocks/$intervalId' });
  const search = useSearch({ from: '/pro-dashboard/schedule' });
  const record = useRecord('blocked_interval', intervalId);
  const navigate = useNavigate();
  const client = useClient();
  const owner = useSub();
  const { zone } = useMe();
  const now = useNow();
  const { editBlock, tell } = useCalendarActs();
  const Name = useUpTo('desk') ? 'h1' : 'h2';
  const args =
    record.loading || !record.value ? null : { practice_id: record.value.body.practice_id, interval_id: intervalId };
  const { busy, failure, run } = useChange(() => {
    if (args)
      tell({
        words: 'The time is not blocked any more.',
        undo: () => client.mutate('blocked_interval.save', { ...args, removed: false }, { owner }),
      });
    void navigate({ to: '/pro-dashboard/schedule', search });
  });
  if (record.loading) return null;
  if (!record.value || !args || record.value.body.removed !== undefined)
    return (
      <EmptyState
        title="This time is not blocked"
        action={
          <Link to="/pro-dashboard/schedule" search={search} className={buttonClass()}>
            Back to the calendar
          </Link>
        }
      >
        It may have been taken out on another device.
      </EmptyState>
    );
  const block = record.value;
  const { label, start, end } = block.body;
  const today = dateIn(now, zone);
  const [first, last] = [dateIn(start, zone), dateIn(end, zone)];
  const requested = requestState(block);
  return (
    <article className={styles.detail} aria-label="Blocked time">
      <header className={styles.head}>
        <Name className={styles.name}>{label === '' ? 'Blocked time' : label}</Name>
        <Link
          to="/pro-dashboard/schedule"
          search={search}
          className={styles.close}
          aria-label="Close blocked time"
          resetScroll={false}
        >
          <X size={18} aria-hidden />
        </Link>
      </header>
      <p>
        {longDay(first, today)}, {clockTime(start, zone)}
        <br />
        until {first === last ? '' : `${longDay(last, today)}, `}
        {clockTime(end, zone)} {zoneName(zone)}, {duration(minutesBetween(start, end))}
      </p>
      <p className={styles.facts}>
        <StatusWord tone="quiet" icon={Ban}>
          Blocked
        </StatusWord>
        {requested ? (
          <StatusWord tone={requested.tone} icon={requested.icon}>
            {requested.word}
          </StatusWord>
        ) : null}
      </p>
      <p className={styles.soft}>Nobody is booked here by mistake. Your practice sees the time, not what it is for.</p>
      <div className={styles.actions}>
        <Button onClick={() => editBlock(block)}>Edit</Button>
        <Button
          disabled={busy}
          onClick={() =>
            // What somebody changed meanwhile is looked at before it is taken out.
            void run(
              'blocked_interval.save',
              { ...args, removed: true },
              { base: { start: block.stamps['start'] ?? '', label: block.stamps['label'] ?? '' } },
            )
          }
        >
          Remove
        </Button>
      </div>
      {failure ? (
        <Notice tone="need" role="alert">
          {failure}
        </Notice>
      ) : null}
    </article>
  );
}
