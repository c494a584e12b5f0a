import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { changeParts, type Change } from './change-words.ts';
import styles from './sync-page.module.css';

/** What a change says, part by part, in the words that a person gave it. */
export function ChangeParts({ change }: { readonly change: Change }) {
  return (
    <dl className={styles.parts}>
      {changeParts(change).map((part) => (
        <div key={part.key}>
          <dt>{part.label}</dt>
          <dd>{part.text === '' ? 'Nothing' : <KeptText text={part.text} />}</dd>
        </div>
      ))}
    </dl>
  );
}

/** From here on a text is shortened until the person asks for all of it. */
const longTextLength = 400;

function KeptText({ text }: { readonly text: string }) {
  const [isWhole, setWhole] = useState(text.length <= longTextLength);
  return (
    <>
      <p className={styles.kept} data-cut={isWhole ? undefined : ''}>
        {text}
      </p>
      {isWhole ? null : (
        <Button tone="quiet" className={styles.whole} onClick={() => setWhole(true)}>
          Show the whole text
        </Button>
      )}
    </>
  );
}
