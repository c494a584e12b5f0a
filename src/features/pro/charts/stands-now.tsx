import { useEffect, useRef } from 'react';
import type { StandingFact } from './edit-person-form.ts';
import { factText, factWords } from '../../../model/clients/person-facts.ts';
import styles from './edit-person.module.css';

/** What another device has said of a person meanwhile, beside what was written here: saved over only once it was seen. */
export function StandsNow({ facts }: { readonly facts: readonly StandingFact[] }) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <section ref={ref} tabIndex={-1} className={styles.now} aria-label="What is there now">
      <h3>What is there now</h3>
      {facts.length === 0 ? (
        <p>The same as you wrote.</p>
      ) : (
        <>
          <dl>
            {facts.map(({ name, now, written }) => (
              <div key={name}>
                <dt>{factWords[name]}</dt>
                <dd>{factText(name, now) || 'Nothing'}</dd>
                <dd className={styles.was}>You wrote: {factText(name, written) || 'nothing'}</dd>
              </div>
            ))}
          </dl>
          <p>Saving puts what you wrote in its place. To keep what is there, write it in the field below.</p>
        </>
      )}
    </section>
  );
}
