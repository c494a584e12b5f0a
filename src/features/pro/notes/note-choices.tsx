import { useId } from 'react';
import type { Answer } from '../../../../sync/collections/note-body.ts';
import type { FormElement } from '../../../../sync/domain/note-schema.ts';
import { Checkbox, Radio } from '../../../ui/choice.tsx';
import { cssVars } from '../../../ui/css-vars.ts';
import type { NoteSaver } from './note-saver.ts';
import { useField } from '../../../forms/use-field.ts';
import { chosenList, chosenRows } from './answers.ts';
import styles from './note.module.css';

type Element<Type> = Extract<FormElement, { type: Type }>;

interface ChoiceProps<Type> {
  readonly saver: NoteSaver;
  readonly element: Element<Type>;
}

/** A choice is saved at once: nothing is being typed. */
function choose(saver: NoteSaver, field: string, value: Answer): void {
  saver.edit(field, value);
  void saver.flushField(field);
}

export function NoteRadios({ saver, element }: ChoiceProps<'radios'>) {
  const name = useId();
  const { value } = useField(saver, element.field);
  return (
    <fieldset className={styles.field}>
      <legend className={styles.label}>{element.label}</legend>
      <div className={styles.options}>
        {element.options.map((option) => (
          <Radio
            key={option}
            name={name}
            label={option}
            checked={value === option}
            onChange={() => choose(saver, element.field, option)}
          />
        ))}
      </div>
    </fieldset>
  );
}

export function NoteCheckboxes({ saver, element }: ChoiceProps<'checkboxes'>) {
  const { value } = useField(saver, element.field);
  const chosen = chosenList(value);
  return (
    <fieldset className={styles.field}>
      <legend className={styles.label}>{element.label}</legend>
      <div className={styles.columns}>
        {element.options.map((option) => (
          <Checkbox
            key={option}
            label={option}
            checked={chosen.includes(option)}
            onChange={(event) =>
              choose(
                saver,
                element.field,
                // In the order of the form, so that the same choice is always the same value.
                element.options.filter((other) => (other === option ? event.target.checked : chosen.includes(other))),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

export function NoteGrid({ saver, element }: ChoiceProps<'radios-grid'>) {
  const name = useId();
  const { value } = useField(saver, element.field);
  const chosen = chosenRows(value);
  return (
    <fieldset className={styles.field}>
      <legend className={styles.label}>{element.label}</legend>
      <div className={styles.grid} style={cssVars({ '--options': element.options.length })}>
        <div className={styles.gridHead} aria-hidden>
          <span />
          {element.options.map((option) => (
            <span key={option}>{option}</span>
          ))}
        </div>
        {element.rows.map((row) => (
          <div key={row} className={styles.gridRow} role="radiogroup" aria-label={row}>
            <span className={styles.gridLabel} aria-hidden>
              {row}
            </span>
            {element.options.map((option) => (
              <span key={option} className={styles.gridCell}>
                <Radio
                  name={`${name}-${row}`}
                  label={option}
                  checked={chosen[row] === option}
                  onChange={() => choose(saver, element.field, { ...chosen, [row]: option })}
                />
              </span>
            ))}
          </div>
        ))}
      </div>
    </fieldset>
  );
}
