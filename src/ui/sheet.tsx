import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { X } from 'lucide-react';
import { IconButton } from './button.tsx';
import styles from './sheet.module.css';

interface SheetProps {
  readonly open: boolean;
  readonly title: string;
  readonly children: ReactNode;
  /** Missing: the sheet cannot be dismissed, only answered. */
  readonly onClose?: () => void;
  readonly actions?: ReactNode;
  readonly size?: 'small' | 'medium';
  /** It is there to be filled in: the focus is in its first field at once. */
  readonly isForm?: boolean;
}

/**
 * A modal question: rises from below on phones, stands in the middle elsewhere. Built on the platform's own dialog, so
 * focus stays inside, the page behind is inert and Escape works without a library in the first route.
 */
export function Sheet({ open, ...rest }: SheetProps) {
  return open ? <OpenSheet {...rest} /> : null;
}

function OpenSheet({ title, children, onClose, actions, size = 'small', isForm = false }: Omit<SheetProps, 'open'>) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // Closed while it is still on the page, which is so where this component goes as a whole: only then does the browser give the
  // focus back to where it was.
  useLayoutEffect(() => {
    const dialog = dialogRef.current;
    if (!dialog) return undefined;
    if (!dialog.open) {
      dialog.showModal();
      if (isForm) dialog.querySelector<HTMLElement>('input, select, textarea')?.focus();
    }
    return () => dialog.close();
  }, [isForm]);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- a click on the backdrop; Escape is `cancel`
    <dialog
      ref={dialogRef}
      className={styles.sheet}
      data-size={size}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose?.();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose?.();
      }}
    >
      <div className={styles.body}>
        <header className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {onClose ? <IconButton label="Close" icon={<X size={18} aria-hidden />} onClick={onClose} /> : null}
        </header>
        {children}
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </div>
    </dialog>
  );
}
