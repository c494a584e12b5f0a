import { CircleUserRound } from 'lucide-react';
import styles from './portrait.module.css';

interface PortraitProps {
  /** The address of a picture; null: a sign in its place. */
  readonly photo: string | null;
  /** Edge in CSS pixels. */
  readonly size: number;
  /** What it shows, where it says something that no words beside it do. */
  readonly alt?: string;
}

/** A round picture of a person. */
export function Portrait({ photo, size, alt = '' }: PortraitProps) {
  if (photo === null)
    return (
      <CircleUserRound
        size={size}
        aria-hidden
        {...(size > 40 ? { strokeWidth: 2, absoluteStrokeWidth: true } : { strokeWidth: 1.8 })}
      />
    );
  return <img className={styles.portrait} src={photo} alt={alt} width={size} height={size} />;
}
