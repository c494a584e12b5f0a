import { useEffect, useState } from 'react';
import { lazySheet } from '../forms/lazy-sheet.tsx';
import { loadAgain } from '../lib/load-again.ts';
import type { SecuritySheetProps } from '../features/account/security/security-sheet.tsx';
import { useStatus, useSub } from '../lib/client-context.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { askRecoveryFacts } from '../model/passwords/recovery-facts.ts';
import { isReminderDue, putReminderOff } from './recovery-reminder-time.ts';

const SecuritySheet = lazySheet<SecuritySheetProps>(
  'Password and recovery',
  loadAgain(
    () => import('../features/account/security/security-sheet.tsx'),
    (module) => module.SecuritySheet,
  ),
);

const checkMs = 60_000;
const weekMs = 7 * 24 * 60 * 60 * 1000;
const farMs = 365 * 24 * 60 * 60 * 1000;

/** [RC-6] After the first quarter of an hour, and once a week until it is done: never in the way of anything. */
export function RecoveryReminder() {
  const sub = useSub();
  const { online } = useStatus();
  const [isDue, setDue] = useState(() => isReminderDue(sub, Date.now()));
  const [isMissing, setMissing] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const timer = setInterval(() => setDue(isReminderDue(sub, Date.now())), checkMs);
    return () => clearInterval(timer);
  }, [sub]);
  useEffect(() => {
    if (!isDue || !online) return;
    void askRecoveryFacts().then((facts) => {
      if (!facts) return;
      setMissing(facts.made === null);
      if (facts.made !== null) putReminderOff(sub, Date.now() + farMs);
    });
  }, [isDue, online, sub]);
  if (isOpen)
    return (
      <SecuritySheet
        onClose={() => {
          setOpen(false);
          setDue(isReminderDue(sub, Date.now()));
        }}
      />
    );
  if (!isDue || !isMissing) return null;
  const later = () => {
    putReminderOff(sub, Date.now() + weekMs);
    setDue(false);
  };
  return (
    <Notice
      tone="info"
      actions={
        <>
          <Button onClick={() => setOpen(true)}>Make a recovery code</Button>
          <Button tone="quiet" onClick={later}>
            Later
          </Button>
        </>
      }
    >
      A recovery code keeps everything readable, should you ever forget your password.
    </Notice>
  );
}
