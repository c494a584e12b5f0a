import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './choice.module.css';

interface ChoiceProps extends Omit<ComponentProps<'input'>, 'type'> {
  readonly label: ReactNode;
  /** The name is heard but not seen: in grids, where the column head says it. */
  readonly hideLabel?: boolean;
}

export function Checkbox(props: ChoiceProps) {
  return <Choice kind="checkbox" {...props} />;
}

export function Radio(props: ChoiceProps) {
  return <Choice kind="radio" {...props} />;
}

function Choice({ kind, label, hideLabel = false, className, ...rest }: ChoiceProps & { kind: 'checkbox' | 'radio' }) {
  return (
    <label className={classes(styles.choice, hideLabel && styles.bare, className)}>
      <input type={kind} className={styles.input} {...rest} />
      <span className={hideLabel ? 'visually-hidden' : undefined}>{label}</span>
    </label>
  );
}
