import { useId, useLayoutEffect, useRef } from 'react';
import type { NoteSaver } from './note-saver.ts';
import { useField } from '../../../forms/use-field.ts';
import { shiftCaret } from './caret.ts';
import styles from './note.module.css';

interface NoteTextProps {
  readonly saver: NoteSaver;
  readonly field: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly lines: 'one' | 'many';
  readonly disabled?: boolean;
}

/**
 * A text without a box that grows with what is in it. The browser owns the text while the person types; another version
 * is put in only when nothing unsaved is there, and the caret stays beside its words.
 */
export function NoteText({ saver, field, label, hint, lines, disabled = false }: NoteTextProps) {
  const id = useId();
  const ref = useRef<HTMLTextAreaElement>(null);
  const { value } = useField(saver, field);
  const text = typeof value === 'string' ? value : '';

  useLayoutEffect(() => {
    const node = ref.current;
    if (!node) return;
    if (node.value !== text) {
      const { selectionStart, selectionEnd, value: before } = node;
      const focused = document.activeElement === node;
      node.value = text;
      if (focused) {
        node.setSelectionRange(shiftCaret(before, text, selectionStart), shiftCaret(before, text, selectionEnd));
      }
    }
    grow(node);
  }, [text]);

  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        ref={ref}
        id={id}
        className={styles.text}
        data-lines={lines}
        rows={lines === 'one' ? 1 : 3}
        defaultValue={text}
        placeholder={hint}
        readOnly={disabled}
        spellCheck
        // Else the browser keeps the text in its session file on disk, in the clear, to restore the form after a crash.
        autoComplete="off"
        onInput={(event) => {
          grow(event.currentTarget);
          saver.edit(field, event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (lines === 'one' && event.key === 'Enter') event.preventDefault();
        }}
        onBlur={() => void saver.flushField(field)}
      />
    </div>
  );
}

/** Where the browser cannot size a field by its content (`field-sizing`), its height is set by hand. */
function grow(node: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return;
  node.style.blockSize = 'auto';
  node.style.blockSize = `${node.scrollHeight}px`;
}
