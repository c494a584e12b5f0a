import { Check, Circle } from 'lucide-react';
import { passwordRules } from '../../../sync/protocol/password-rules.ts';
import styles from './password-checklist.module.css';

/** [C-470] What a password still needs, while it is typed. */
export function PasswordChecklist({ password }: { readonly password: string }) {
  const text = password.normalize('NFKC');
  return (
    <ul className={styles.checklist} aria-label="Your password needs">
      {passwordRules.map((rule) => {
        const fits = rule.fits(text);
        return (
          <li key={rule.name} className={styles.rule} data-fits={fits ? '' : undefined}>
            {fits ? <Check size={14} aria-hidden /> : <Circle size={14} aria-hidden />}
            <span>{rule.name}</span>
            <span className="visually-hidden">{fits ? ', done' : ', missing'}</span>
          </li>
        );
      })}
    </ul>
  );
}
