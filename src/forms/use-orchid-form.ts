import { valibotResolver } from '@hookform/resolvers/valibot';
import { useEffect, useId, useRef, useState, type SyntheticEvent } from 'react';
import { get, useForm, type FieldPath, type FieldValues, type UseFormRegisterReturn } from 'react-hook-form';
import type * as v from 'valibot';
import { canonicalJson } from '../../sync/core/canonical-json.ts';
import type { Json } from '../../sync/core/record.ts';
import { unsavedTexts } from '../lib/flush.ts';
import { FormDraft, type DraftPlace } from './form-draft.ts';
import { notTakenMessage } from './save-state.ts';

/** How sending ended, as `mutate` and the server's answers tell it; `message` is for the person. */
export type SendResult = { readonly kind: 'saved' } | { readonly kind: string; readonly message: string };

export interface FormSpec<Values extends FieldValues, Sent> {
  /** What is right, with a sentence for the person at each rule. */
  readonly schema: v.GenericSchema<Values, Sent>;
  readonly defaults: Values;
  /** What each field is called on screen. */
  readonly words: Readonly<Record<keyof Values & string, string>>;
  readonly send: (values: Sent) => Promise<SendResult>;
  /** It is taken; the form says again what it said at first, unless it `stays`. */
  readonly onSent: () => void;
  /** A step of several: what was typed stands there still when one comes back. */
  readonly stays?: boolean;
  /** A password: it is empty after every sending, also one that failed. All else that was typed stays then. */
  readonly forgets?: FieldPath<Values>;
  /** Where what was typed waits when its screen must go. Never for a form with a password. */
  readonly keep?: DraftPlace;
}

/** A form under way. */
export interface OrchidForm<Values extends FieldValues> {
  /** Of the `form` element: a button outside of it names it. */
  readonly id: string;
  readonly isBusy: boolean;
  /** Why it was refused, in place until something is changed or it is sent again. What was typed stays. */
  readonly refusal: string | null;
  readonly words: Readonly<Record<keyof Values & string, string>>;
  /** What stands in the form now. */
  readonly values: Values;
  readonly register: (name: FieldPath<Values>) => UseFormRegisterReturn;
  readonly errorOf: (name: FieldPath<Values>) => string | null;
  readonly submit: (event?: SyntheticEvent) => void;
}

/**
 * One form over a schema: each field's error in the schema's words under it, the focus on the first one, one sending at a
 * time, a refusal in place with everything typed still there, and, with `keep`, nothing typed lost with the screen.
 */
export function useOrchidForm<Values extends FieldValues & { readonly [Name in keyof Values]: Json }, Sent>(
  spec: FormSpec<Values, Sent>,
): OrchidForm<Values> {
  const { schema, defaults, words, send, onSent, keep, stays = false, forgets } = spec;
  const id = useId();
  const [draft] = useState(() => (keep ? findOrMake<Values>(keep, words) : null));
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const isSending = useRef(false);
  const [initial] = useState<Values>(() => draft?.values() ?? defaults);
  const [values, setValues] = useState(initial);
  const { formState, handleSubmit, register, reset, resetField, subscribe } = useForm<Values, unknown, Sent>({
    resolver: valibotResolver(schema),
    values: initial,
    mode: 'onTouched',
  });
  const { errors } = formState;

  useEffect(() => (draft ? unsavedTexts.show(draft) : undefined), [draft]);
  const said = canonicalJson(defaults);
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const now = { ...values };
          setRefusal(null);
          setValues(now);
          draft?.change(canonicalJson(now) === said ? null : now);
        },
      }),
    [subscribe, draft, said],
  );

  async function sendOnce(values: Sent): Promise<void> {
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setRefusal(null);
    const result = await send(values).catch((): SendResult => ({ kind: 'not-saved', message: notTakenMessage }));
    isSending.current = false;
    setBusy(false);
    if ('message' in result) {
      if (forgets !== undefined) resetField(forgets);
      // After it: a change in the form takes the refusal away.
      setRefusal(result.message);
      return;
    }
    if (!stays) {
      reset(defaults);
      setValues(defaults);
    }
    draft?.letGo();
    onSent();
  }

  return {
    id,
    isBusy,
    refusal,
    words,
    values,
    register: (name) => {
      const field = register(name);
      const onBlur: typeof field.onBlur = (event) => (isLeftFor(event, id) ? Promise.resolve() : field.onBlur(event));
      return { ...field, onBlur };
    },
    errorOf: (name) => {
      const message: unknown = get(errors, `${name}.message`);
      return typeof message === 'string' ? message : null;
    },
    submit: (event) => void handleSubmit(sendOnce)(event),
  };
}

/**
 * Whether a field is left for the button that sends its form. That looks at everything by itself; an error that came under the field
 * already now would move the button away from under the press.
 */
function isLeftFor(event: object, formId: string): boolean {
  const next: unknown = Reflect.get(event, 'relatedTarget');
  return next instanceof HTMLButtonElement && next.type === 'submit' && next.form?.id === formId;
}

function findOrMake<Values extends object>(
  place: DraftPlace,
  words: Readonly<Record<string, string>>,
): FormDraft<Values> {
  const left = unsavedTexts.find(place.owner, place.key);
  return left instanceof FormDraft ? left : new FormDraft<Values>(place, words);
}
