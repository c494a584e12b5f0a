import { ChevronDown, Users } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { choiceWords, toggledChoice } from './clinicians.ts';
import type { Clinicians } from './use-clinicians.ts';
import styles from './clinician-choice.module.css';

interface ClinicianChoiceProps {
  readonly clinicians: Clinicians;
  /** How many sessions are shown, in words: told anew with every choice. */
  readonly count: string;
}

/** Whose sessions a shared calendar shows: one, several or everybody. What is ticked holds at once. */
export function ClinicianChoice({ clinicians, count }: ClinicianChoiceProps) {
  const [isOpen, setOpen] = useState(false);
  const { all, chosen, choose } = clinicians;
  if (all.length < 2) return null;
  const words = choiceWords(chosen, all);
  return (
    <>
      <Button
        className={styles.button}
        aria-haspopup="dialog"
        aria-label={`Sessions of: ${words}`}
        icon={<Users size={16} aria-hidden />}
        data-narrowed={chosen.length > 0 ? '' : undefined}
        onClick={() => setOpen(true)}
      >
        <span className={styles.words}>
          <PersonName name={words} />
        </span>
        <ChevronDown size={15} aria-hidden />
      </Button>
      <Sheet
        open={isOpen}
        title="Whose sessions"
        onClose={() => setOpen(false)}
        actions={
          <>
            <Button onClick={() => choose([])}>Show everybody</Button>
            <Button tone="primary" onClick={() => setOpen(false)}>
              Done
            </Button>
          </>
        }
      >
        <p className={styles.hint}>
          {chosen.length === 0
            ? 'Everybody is shown. Tick those whose sessions you want to see alone.'
            : 'This device keeps your choice.'}
        </p>
        <fieldset className={styles.list}>
          <legend className="visually-hidden">Clinicians</legend>
          {all.map(({ id, name }) => (
            <Checkbox
              key={id}
              className={styles.choice}
              checked={chosen.includes(id)}
              label={<PersonName name={name} />}
              onChange={() => choose(toggledChoice(chosen, id, all))}
            />
          ))}
        </fieldset>
        <output className={styles.count}>{count}</output>
      </Sheet>
    </>
  );
}
