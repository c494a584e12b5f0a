import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './button.module.css';

export type ButtonTone = 'primary' | 'plain' | 'quiet' | 'danger';

/** The class of something that looks like a button: for links that act like one. */
export function buttonClass(tone: ButtonTone = 'plain', wide = false): string {
  return classes(styles.button, styles[tone], wide && styles.wide);
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly tone?: ButtonTone;
  readonly icon?: ReactNode;
  readonly wide?: boolean;
}

export function Button({ tone = 'plain', icon, wide = false, className, children, type, ...rest }: ButtonProps) {
  return (
    <button type={type ?? 'button'} className={classes(buttonClass(tone, wide), className)} {...rest}>
      {icon}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  readonly label: string;
  readonly icon: ReactNode;
}

/** A square button whose name is not visible. */
export function IconButton({ label, icon, className, type, ...rest }: IconButtonProps) {
  return (
    <button
      type={type ?? 'button'}
      aria-label={label}
      title={label}
      className={classes(styles.icon, className)}
      {...rest}
    >
      {icon}
    </button>
  );
}
