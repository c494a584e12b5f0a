import { Notice } from '../../../ui/notice.tsx';
import styles from './note.module.css';

/** Instead of the words for a session that is not here. */
export const damagedSession = {
  title: 'This session is damaged on this device',
  text: 'It is being fetched again and opens as soon as it is here.',
} as const;

/** What stands above a note that came damaged: one can write all the same. [BR-3] */
export function DamagedNotice() {
  return (
    <div className={styles.refused}>
      <Notice tone="need" title="This note is damaged on this device">
        It is being fetched again. You can go on writing: what you type is saved, and you will see it next to the
        earlier text.
      </Notice>
    </div>
  );
}
