import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.tsx';
import styles from './get-started.module.css';

/** [C-071] `/get-started`: the two ways in. */
export function GetStarted() {
  return (
    <main className={styles.page}>
      <h1>Get started</h1>
      <ul className={styles.ways}>
        <li className={styles.way}>
          <h2 className={styles.name}>I am a clinician</h2>
          <p>Calendar, charts and notes that open without a network. A practice of your own is made for you.</p>
          <Link to="/professional-register" className={buttonClass('primary')}>
            Join as a professional
          </Link>
        </li>
        <li className={styles.way}>
          <h2 className={styles.name}>I am looking for care</h2>
          <p>Your sessions in one place, sealed on your own devices.</p>
          <Link to="/member-register" className={buttonClass('primary')}>
            Get personalized care
          </Link>
        </li>
      </ul>
      <p>
        Have an account already? <Link to="/login">Log in</Link>
      </p>
    </main>
  );
}
