import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import styles from './register.module.css';

/** What both registrations stand in. */
export function RegisterPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <h1>{title}</h1>
        <p className={styles.lead}>
          Your password never leaves this device: what you write is sealed with it. Nobody at Orchid can tell it to you.
        </p>
        {children}
        <p>
          Have an account already? <Link to="/login">Log in</Link>
        </p>
      </div>
    </main>
  );
}
