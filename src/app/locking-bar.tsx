import { Lock } from 'lucide-react';
import { useEffect } from 'react';
import { useClient, useLockingAt } from '../lib/client-context.ts';
import { useSecond } from '../lib/use-second.ts';
import { Button } from '../ui/button.tsx';
import styles from './sign-in-again.module.css';

/** Two minutes before an idle lock: says so, quietly. Any key, tap or the button puts it off. */
export function LockingBar() {
  const at = useLockingAt();
  return at === null ? null : <Shown at={at} />;
}

function Shown({ at }: { readonly at: number }) {
  const client = useClient();
  const now = useSecond();
  useEffect(() => {
    // Keys and taps are noted at most every few seconds; the first one after the bar came must count at once.
    const stay = () => client.noteActivity();
    document.addEventListener('keydown', stay, { capture: true });
    document.addEventListener('pointerdown', stay, { capture: true });
    return () => {
      document.removeEventListener('keydown', stay, { capture: true });
      document.removeEventListener('pointerdown', stay, { capture: true });
    };
  }, [client]);
  const seconds = Math.max(0, Math.ceil((at - now) / 1000));
  return (
    <div className={styles.bar} data-bar="">
      <div className={styles.words}>
        <Lock size={18} aria-hidden />
        <p>
          <output>Orchid will lock soon.</output> <span aria-hidden>{inWords(seconds)}</span>
        </p>
      </div>
      <Button onClick={() => client.noteActivity()}>Stay</Button>
    </div>
  );
}

function inWords(seconds: number): string {
  const [count, unit] = seconds > 60 ? [Math.ceil(seconds / 60), 'minute'] : [seconds, 'second'];
  return `In ${count} ${unit}${count === 1 ? '' : 's'}.`;
}
