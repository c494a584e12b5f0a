import { PersonName } from '../../ui/person-name.tsx';
import type { Session } from './use-own-sessions.ts';
import { useWish } from './use-wishes.ts';
import { WishAnswer } from './wish-answer.tsx';
import styles from './wish-of-session.module.css';

interface WishOfSessionProps {
  readonly session: Session;
  readonly name: string;
  readonly now: string;
  readonly onDone: (words: string) => void;
}

/** [CA-11] On the page of a session: that its client asks for another time; nothing where they do not. */
export function WishOfSession({ session, name, now, onDone }: WishOfSessionProps) {
  const wish = useWish(session, now);
  if (wish?.body.state !== 'asked') return null;
  return (
    <section className={styles.wish} aria-label="Another time">
      <h3>
        <PersonName name={name} /> asks for another time
      </h3>
      <WishAnswer {...{ session, wish, name, now, onDone }} />
    </section>
  );
}
