import { useState } from 'react';
import type { SendResult } from '../../../forms/use-orchid-form.ts';
import { putInField } from './put-in-field.ts';
import { isLeft, saidOver, type Opened } from './said-over.ts';

/** The way on where something was changed meanwhile: one looks at it, and saves over what was seen. */
export interface Look {
  /** What was looked at since the form was begun. */
  readonly seen: Opened | null;
  /** It was refused since it was changed meanwhile, and nobody has looked yet. */
  readonly isAsked: boolean;
  /** What is typed, over what was looked at. */
  readonly over: <Said extends { readonly opened: Opened }>(said: Said) => Said;
  /** How saving ended. */
  readonly heard: <Result extends SendResult & { readonly code?: string }>(result: Result) => Result;
  /** Looks at what is there now; fields of the form that were left show it. */
  readonly at: (
    there: Opened,
    form: { readonly id: string; readonly values: { readonly opened: Opened } },
    names: readonly string[],
  ) => void;
}

/** Keeps what was looked at while a form is open. */
export function useLook(): Look {
  const [seen, setSeen] = useState<Opened | null>(null);
  const [isAsked, setAsked] = useState(false);
  return {
    seen,
    isAsked,
    over: (said) => saidOver(said, seen),
    heard: (result) => {
      setAsked(result.code === 'changed_meanwhile');
      return result;
    },
    at: (there, { id, values }, names) => {
      for (const name of names) {
        const shown: unknown = Reflect.get(values, name);
        if (isLeft(values, name) || shown === seen?.texts[name]) putInField(id, name, there.texts[name] ?? '');
      }
      setSeen(there);
      setAsked(false);
    },
  };
}
