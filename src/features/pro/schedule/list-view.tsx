import { useState } from 'react';
import { Segmented } from '../../../ui/segmented.tsx';
import { DaysView } from './days-view.tsx';
import type { ListViewPlace } from './list-view-days.tsx';
import { ListViewEarlier } from './list-view-earlier.tsx';
import { ListViewOff } from './list-view-off.tsx';
import { listDays } from './schedule-head.tsx';
import styles from './list-view.module.css';

const choices = [
  { value: 'all', label: 'All sessions' },
  { value: 'off', label: 'Cancelled or missed' },
] as const;

/** [C-149] Thirty days as a list, and before them as many earlier ones as somebody asks for; or what did not take place around now. */
export function ListView(props: ListViewPlace) {
  const [shown, setShown] = useState<(typeof choices)[number]['value']>('all');
  return (
    <>
      <div className={styles.filter}>
        <Segmented label="Which sessions" value={shown} options={choices} onChange={setShown} />
      </div>
      {shown === 'off' ? (
        <ListViewOff {...props} />
      ) : (
        <>
          <ListViewEarlier key={props.first} {...props} />
          <DaysView count={listDays} view="list" {...props} />
        </>
      )}
    </>
  );
}
