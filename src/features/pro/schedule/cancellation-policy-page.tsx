import { useEffect, useState } from 'react';
import { canonicalJson } from '../../../../sync/core/canonical-json.ts';
import type { LateTerms } from '../../../../sync/domain/late-fee.ts';
import { policyIdOf } from '../../../../sync/collections/cancellation-policy.ts';
import { FormSelect } from '../../../forms/form-select.tsx';
import { FormText } from '../../../forms/form-text.tsx';
import { Form, SendButton } from '../../../forms/form.tsx';
import { useOrchidForm } from '../../../forms/use-orchid-form.ts';
import { useClient, useSub } from '../../../lib/client-context.ts';
import { useRecord } from '../../../lib/use-records.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { termsWords } from '../../../model/sessions/late-words.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import {
  feeKinds,
  policySchema,
  policyValues,
  policyWords,
  termsSaid,
  type PolicySaid,
  type PolicyValues,
} from './policy-form.ts';
import styles from './session-types.module.css';
import sheet from './session-sheet.module.css';

const kindOptions = feeKinds.map((value) => ({
  value,
  label: { none: 'costs nothing', flat: 'costs an amount', percent: 'costs a part of the price' }[value],
}));

/** [S-034] On what terms one's sessions are cancelled; works without a network. */
export function CancellationPolicyPage() {
  const sub = useSub();
  const [isHeld, setHeld] = useState(false);
  const [form, setForm] = useState<Shown>({ turn: 0, stamp: null, base: null, isSaved: false });
  const policy = useRecord('cancellation_policy', policyIdOf(sub));
  if (policy.loading) return <Skeleton lines={5} label="Opening the cancellation policy" />;
  const { value } = policy;
  const stamp = value?.stamps['terms'] ?? '';
  // Another version that arrives is what is changed next, unless somebody is typing: from them nothing is taken away.
  if (form.stamp !== stamp)
    setForm((now) =>
      now.stamp === null || isHeld
        ? { ...now, stamp }
        : { turn: now.turn + 1, stamp, base: null, isSaved: now.isSaved && now.base === stamp },
    );
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>Cancellation policy</h1>
        <p className={styles.lead}>
          Until when a client cancels for nothing, and what it costs after that. Each session keeps the terms that it
          was booked with, and its client reads them before cancelling.
        </p>
      </header>
      <PolicyForm
        key={form.turn}
        terms={value?.body.terms ?? null}
        stamp={stamp}
        base={form.base}
        onHeld={setHeld}
        onSeen={() => setForm((now) => ({ ...now, base: stamp, isSaved: false }))}
        onSaved={(uid) => setForm((now) => ({ ...now, base: uid, isSaved: true }))}
      />
      <output>{form.isSaved ? 'Saved on this device.' : null}</output>
      <p className={sheet.soft}>
        A fee is only ever proposed: you or your front desk decide about each one, and nobody owes anything for a
        session that you cancel or miss.
      </p>
    </div>
  );
}

interface Shown {
  /** The form is begun anew with each. */
  readonly turn: number;
  /** The version on screen above the form; null before it was read. */
  readonly stamp: string | null;
  /** What the next save is said over, where that is another version than the form began with. */
  readonly base: string | null;
  readonly isSaved: boolean;
}

interface PolicyFormProps extends Pick<Shown, 'base'> {
  readonly terms: LateTerms | null;
  readonly stamp: string;
  /** Whether something other than what stands is typed. */
  readonly onHeld: (isHeld: boolean) => void;
  /** It was refused because there were others: those stand above the form, and are what is saved over next. */
  readonly onSeen: () => void;
  readonly onSaved: (uid: string) => void;
}

function PolicyForm({ terms, stamp, base, onHeld, onSeen, onSaved }: PolicyFormProps) {
  const client = useClient();
  const owner = useSub();
  const { practiceId } = useMe();
  const form = useOrchidForm<PolicyValues, PolicySaid>({
    schema: policySchema,
    words: policyWords,
    defaults: policyValues(terms, stamp),
    keep: { owner, key: 'cancellation-policy', path: '/pro-dashboard/settings/cancellation-policy' },
    send: async (said) => {
      const args = { practice_id: practiceId, terms: termsSaid(said) };
      const result = await client.mutate('cancellation_policy.save', args, {
        owner,
        base: { terms: base ?? said.stamp },
      });
      if (result.kind === 'saved') onSaved(result.uid);
      if (result.kind === 'rejected' && result.code === 'changed_meanwhile') onSeen();
      return result;
    },
    stays: true,
    onSent: () => undefined,
  });
  const { kind } = form.values;
  const isHeld = !isSameSaid(form.values, policyValues(terms, stamp));
  useEffect(() => onHeld(isHeld), [isHeld, onHeld]);
  return (
    <>
      <p>{termsWords(terms) ?? 'Cancelling costs nothing, whenever it is.'}</p>
      <Form form={form}>
        <FormSelect form={form} name="kind" options={kindOptions} />
        {kind === 'none' ? null : (
          <div className={sheet.pair}>
            <FormText form={form} name="hours" autoComplete="off" />
            {kind === 'flat' ? (
              <FormText form={form} name="amount" autoComplete="off" />
            ) : (
              <FormText form={form} name="percent" autoComplete="off" />
            )}
          </div>
        )}
        <div>
          <SendButton form={form} busyWords="Saving…">
            Save
          </SendButton>
        </div>
      </Form>
    </>
  );
}

/** Whether two forms say the same terms, whichever version they were typed over. */
function isSameSaid({ stamp: _one, ...one }: PolicyValues, { stamp: _other, ...other }: PolicyValues): boolean {
  return canonicalJson(one) === canonicalJson(other);
}
