import type { LucideIcon } from 'lucide-react';
import styles from './status-word.module.css';

export type StatusTone = 'quiet' | 'wait' | 'need' | 'fine' | 'accent';

interface StatusWordProps {
  readonly tone: StatusTone;
  readonly icon: LucideIcon;
  readonly children: string;
}

/** A state in a word and an icon: never colour alone. */
export function StatusWord({ tone, icon: Icon, children }: StatusWordProps) {
  return (
    <span className={styles.status} data-tone={tone}>
      <Icon size={14} aria-hidden strokeWidth={2.25} />
      {children}
    </span>
  );
}
