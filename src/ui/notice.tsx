import type { ReactNode } from 'react';
import { CircleAlert, Clock3, CircleCheck, Info } from 'lucide-react';
import styles from './notice.module.css';

export type NoticeTone = 'need' | 'wait' | 'fine' | 'info';

const icons = { need: CircleAlert, wait: Clock3, fine: CircleCheck, info: Info } as const;

interface NoticeProps {
  readonly tone: NoticeTone;
  readonly children: ReactNode;
  readonly title?: string;
  readonly actions?: ReactNode;
  /** `alert` interrupts a screen reader; leave it out for what was there from the start. */
  readonly role?: 'alert' | 'status';
}

/** One sentence on what happened, what is safe and what to do, with at most a few actions. */
export function Notice({ tone, title, children, actions, role }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div className={styles.notice} data-tone={tone} role={role}>
      <Icon size={18} aria-hidden className={styles.icon} />
      <div className={styles.text}>
        {title ? <p className={styles.title}>{title}</p> : null}
        <div>{children}</div>
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </div>
    </div>
  );
}
