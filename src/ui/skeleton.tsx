import styles from './skeleton.module.css';

/** Lines where text will be. Invisible for the first 300 ms: local data is there before. */
export function Skeleton({ lines = 5, label = 'Loading' }: { readonly lines?: number; readonly label?: string }) {
  return (
    <output className={styles.skeleton} aria-label={label}>
      {Array.from({ length: lines }, (_, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- identical, never reordered
        <span key={index} className={styles.line} style={{ inlineSize: `${[72, 48, 64, 40, 56][index % 5]}%` }} />
      ))}
    </output>
  );
}
