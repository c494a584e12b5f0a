import styles from './brand.module.css';

/** Five petals and a lip: the mark, drawn so that it reads at 16 px. */
export function OrchidMark({ size = 22 }: { readonly size?: number }) {
  return (
    <svg className={styles.mark} width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <path d="M16 15.2c-3.4-2.6-4.4-7.6 0-13 4.4 5.4 3.4 10.4 0 13Z" />
      <path d="M14.9 16.3c-4.1 1.4-8.8-.6-11.9-6.6 6.6-1.4 11 1.9 11.9 6.6Z" />
      <path d="M17.1 16.3c4.1 1.4 8.8-.6 11.9-6.6-6.6-1.4-11 1.9-11.9 6.6Z" />
      <path d="M14.8 17.9c-.6 4.3-3.6 8.2-9.4 8.9.1-6.4 4.6-9.7 9.4-8.9Z" />
      <path d="M17.2 17.9c.6 4.3 3.6 8.2 9.4 8.9-.1-6.4-4.6-9.7-9.4-8.9Z" />
      <path className={styles.lip} d="M16 19c2.3 2.4 3.3 6.9 0 11.2-3.3-4.3-2.3-8.8 0-11.2Z" />
    </svg>
  );
}

/** Mark and name. */
export function Brand() {
  return (
    <span className={styles.brand}>
      <OrchidMark />
      Orchid
    </span>
  );
}
