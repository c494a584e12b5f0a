import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import styles from './keys-sheet.module.css';

const keys = [
  ['t', 'Today'],
  ['← →', 'The days before and after'],
  ['j k', 'The next session, the one before'],
  ['n', 'New session'],
  ['?', 'These keys'],
] as const;

const gridKeys = [
  ['↑ ↓ ← →', 'Over the hours and days'],
  ['Enter', 'A new session there, or open the session'],
  ['m', 'Move a session: then arrows'],
  ['Shift ↑ ↓', 'Make it shorter or longer'],
  ['Enter', 'Put it down'],
  ['Esc', 'Leave it where it was'],
] as const;

/** What the keyboard does in the calendar. */
export function KeysSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Sheet open title="Keys" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <p className={styles.soft}>They work while the focus is in the calendar, and not while you type.</p>
      <KeyList title="Everywhere in the calendar" rows={keys} />
      <KeyList title="On the hours of a day or a week" rows={gridKeys} />
    </Sheet>
  );
}

function KeyList({ title, rows }: { readonly title: string; readonly rows: readonly (readonly [string, string])[] }) {
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      <dl className={styles.keys}>
        {rows.map(([key, what]) => (
          <div key={key + what}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
