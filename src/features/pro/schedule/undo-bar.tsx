import { RotateCcw, X } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { notTakenWords } from './words.ts';
import type { Done } from './calendar-acts.ts';
import styles from './undo-bar.module.css';

/** So long it can be read and reached; while somebody is at it, it stays. */
const shownMs = 12_000;

/** The bar of a page, and how something is told in it; what is told later takes the place of what was. */
export function useUndoBar() {
  const [said, setSaid] = useState<{ readonly done: Done; readonly turn: number } | null>(null);
  const tell = useCallback((done: Done) => setSaid((before) => ({ done, turn: (before?.turn ?? 0) + 1 })), []);
  const forget = useCallback(() => setSaid(null), []);
  const bar = said ? <UndoBar key={said.turn} done={said.done} onTell={tell} onGone={forget} /> : null;
  return { bar, tell };
}

interface UndoBarProps {
  readonly done: Done;
  readonly onTell: (next: Done) => void;
  readonly onGone: () => void;
}

/** What was just done, and the way back. It does not go while the pointer or the focus is on it. */
function UndoBar({ done, onTell, onGone }: UndoBarProps) {
  const [isHeld, setHeld] = useState(false);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (isHeld || busy) return undefined;
    const timer = setTimeout(onGone, shownMs);
    return () => clearTimeout(timer);
  }, [isHeld, busy, onGone]);
  const { undo, also } = done;
  async function takeBack(): Promise<void> {
    if (!undo) return;
    setBusy(true);
    const result = await undo().catch(() => null);
    setBusy(false);
    setHeld(false);
    onTell({ words: result === null ? notTakenWords : result.kind === 'saved' ? 'Taken back.' : result.message });
  }
  async function goOn(): Promise<void> {
    if (!also) return;
    setBusy(true);
    // What the engine threw is in its log.
    const next = await also.act().catch(() => ({ words: notTakenWords }));
    setBusy(false);
    setHeld(false);
    onTell(next);
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only notices that somebody is at it
    <div
      className={styles.bar}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <output className={styles.words}>{done.words}</output>
      {also ? (
        <Button disabled={busy} onClick={() => void goOn()}>
          {also.label}
        </Button>
      ) : null}
      {undo ? (
        <Button icon={<RotateCcw size={16} aria-hidden />} disabled={busy} onClick={() => void takeBack()}>
          Undo
        </Button>
      ) : null}
      <IconButton label="Dismiss" icon={<X size={17} aria-hidden />} onClick={onGone} />
    </div>
  );
}
