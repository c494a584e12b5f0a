import type { LegalText } from '../../../sync/texts/legal-text.ts';
import styles from './legal-page.module.css';

/** A legal text, with the day since which it holds. */
export function LegalPage({ text }: { readonly text: LegalText }) {
  return (
    <main className={styles.page}>
      <h1>{text.title}</h1>
      <p className={styles.version}>
        In this version since <time dateTime={text.version}>{text.version}</time>
      </p>
      {text.sections.map(({ heading, paragraphs }) => (
        <section key={heading} className={styles.section}>
          <h2 className={styles.heading}>{heading}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </main>
  );
}
