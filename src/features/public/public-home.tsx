import { Link } from '@tanstack/react-router';
import { useSession } from '../../lib/client-context.ts';
import { buttonClass } from '../../ui/button.tsx';
import styles from './public-home.module.css';

const promises = [
  {
    title: 'Every screen opens without a network',
    text: 'Calendar, charts and notes are kept on your device. They open in a basement consulting room or on a train, and you can write.',
  },
  {
    title: 'What it calls saved is saved',
    text: 'Words are kept on the device within a second. “Synced” is said only when the server has them.',
  },
  {
    title: 'Nothing you typed is dropped',
    text: 'When two people write at once, both texts stay until somebody chooses. When a change is refused, you see it, with everything you wrote.',
  },
  {
    title: 'Locked when you step away',
    text: 'Records on the device are encrypted and open with your password. Notes are not end-to-end encrypted: emergency access is a legal duty.',
  },
];

/** `/`: what Orchid is, in words that hold. */
export function PublicHome() {
  const session = useSession();
  return (
    <>
      {/* Where the page is painted ahead, nobody knows its address yet. */}
      {'location' in globalThis ? <link rel="canonical" href={`${location.origin}/`} /> : null}
      <main className={styles.page}>
        <section className={styles.hero}>
          <h1 className={styles.title}>Practice software that keeps working where the network does not</h1>
          <p className={styles.lead}>
            Orchid holds the calendar, charts and session notes of mental-health clinicians and their clients, on the
            device first.
          </p>
          {session.kind === 'signed-out' ? (
            <p className={styles.actions}>
              <Link to="/login" className={buttonClass('primary')}>
                Log in
              </Link>
              <Link to="/get-started" className={buttonClass()}>
                Get started
              </Link>
            </p>
          ) : null}
        </section>
        <ol className={styles.promises}>
          {promises.map((promise) => (
            <li key={promise.title} className={styles.promise}>
              <h2 className={styles.promiseTitle}>{promise.title}</h2>
              <p>{promise.text}</p>
            </li>
          ))}
        </ol>
      </main>
      <footer className={styles.foot}>
        <p>
          In an emergency call 911. Suicide and Crisis Lifeline: call or text 988. Crisis Text Line: text HOME to
          741741.
        </p>
      </footer>
    </>
  );
}
