import { useEffect, useRef } from 'react';
import type { ContactTexts } from './contact-form.ts';
import { factWords, isKind, kindWords, type Fact } from './contact-words.ts';
import styles from './contacts.module.css';

interface StandsNowProps {
  /** What differs from what is put beside it. */
  readonly facts: readonly Fact[];
  readonly texts: ContactTexts;
  /** What is put beside it: what was on screen, or what was said in a change that was refused. */
  readonly beside: 'seen' | 'said';
}

/** What another device has said of a contact meanwhile; what is typed stays, and is saved over it only once this was shown. */
export function StandsNow({ facts, texts, beside }: StandsNowProps) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <section ref={ref} tabIndex={-1} className={styles.now} aria-label="What is there now">
      <h3>What is there now</h3>
      {facts.length === 0 ? (
        <p>{beside === 'said' ? 'The same as you say.' : 'The same as you saw.'}</p>
      ) : (
        <dl className={styles.facts}>
          {facts.map((name) => (
            <div key={name}>
              <dt>{factWords[name]}</dt>
              <dd>{textOf(name, texts[name])}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className={styles.soft}>Saving puts what you changed in its place, and leaves the rest as it is.</p>
    </section>
  );
}

function textOf(name: Fact, text: string): string {
  if (text === '') return 'Nothing';
  return name === 'kind' && isKind(text) ? kindWords[text] : text;
}
