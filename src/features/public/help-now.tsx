import styles from './plain-page.module.css';

/** Where mail leads who needs help now. */
export function HelpNow() {
  return (
    <main className={styles.page}>
      <h1>If you need help now</h1>
      <p className={styles.lead}>In danger, or somebody else is: call 911.</p>
      <p className={styles.lead}>
        Suicide and Crisis Lifeline, in the United States, day and night: call or text <a href="tel:988">988</a>.
      </p>
      <p className={styles.lead}>
        Crisis Text Line: text HOME to <a href="sms:741741">741741</a>.
      </p>
      <p className={styles.lead}>Orchid answers no emergencies, and nobody reads messages here around the clock.</p>
    </main>
  );
}
