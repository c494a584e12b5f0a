import { useState } from 'react';
import { heldWords, useUpdate } from '../lib/update.ts';
import { Button } from '../ui/button.tsx';
import styles from './update-prompt.module.css';

/** Says that a new version waits. It is put in use when the person says so, after everything typed is saved. */
export function UpdatePrompt() {
  const { waiting, install, isHeld } = useUpdate();
  const [later, setLater] = useState(false);
  if (!waiting || later) return null;
  return (
    <output className={styles.prompt}>
      <p>{isHeld ? heldWords : 'A new version of Orchid is ready.'}</p>
      <div className={styles.actions}>
        <Button tone="quiet" onClick={install}>
          Update now
        </Button>
        <Button tone="quiet" onClick={() => setLater(true)}>
          Later
        </Button>
      </div>
    </output>
  );
}
