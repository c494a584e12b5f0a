import { Radio } from '../../ui/choice.tsx';
import { reachCountWords, reachWords, type Reach, type ReachCount } from './series-reach.ts';
import styles from './series-reach-choice.module.css';

interface SeriesReachChoiceProps {
  readonly reach: Reach;
  readonly onReach: (reach: Reach) => void;
  readonly verb: 'changes' | 'cancels';
  /** What is chosen comes to; null of this session alone, and while nothing is changed. */
  readonly count: ReachCount | null;
  /** What else is to be known of that choice. */
  readonly more?: string;
}

const all = ['this', 'following', 'all'] as const;

/** [S-036] Of a session that repeats: whether it alone is meant, it and what follows, or all to come; and, before the tap, what that comes to. */
export function SeriesReachChoice({ reach, onReach, verb, count, more = '' }: SeriesReachChoiceProps) {
  return (
    <fieldset className={styles.reach}>
      <legend>Which sessions</legend>
      {all.map((one) => (
        <Radio key={one} name="reach" label={reachWords[one]} checked={reach === one} onChange={() => onReach(one)} />
      ))}
      {/* There from the start, so that what comes to stand in it is heard. */}
      <output className={styles.count}>
        {count === null ? '' : reachCountWords(verb, count)}
        {more === '' ? '' : ` ${more}`}
      </output>
    </fieldset>
  );
}
