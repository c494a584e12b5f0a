import { useState } from 'react';
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
  const policy = useRecord('cancellation_policy', policyIdOf(sub));
  if (policy.loading) return <Skeleton lines={5} label="Opening the cancellation policy" />;
  const { value } = policy;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>Cancellation policy</h1>
        <p className={styles.lead}>
          Until when a client cancels for nothing, and what it costs after that. Each session keeps the terms that it
          was booked with, and its client reads them before cancelling.
        </p>
      </header>
      {/* Another version that arrives is what is changed next. */}
      <PolicyForm
        key={value?.stamps['terms'] ?? ''}
        terms={value?.body.terms ?? null}
        stamp={value?.stamps['terms'] ?? ''}
      />
    </div>
  );
}

function PolicyForm({ terms, stamp }: { readonly terms: LateTerms | null; readonly stamp: string }) {
  const client = useClient();
  const owner = useSub();
  const { practiceId } = useMe();
  const [isSaved, setSaved] = useState(false);
  const form = useOrchidForm<PolicyValues, PolicySaid>({
    schema: policySchema,
    words: policyWords,
    defaults: policyValues(terms, stamp),
    keep: { owner, key: 'cancellation-policy', path: '/pro-dashboard/settings/cancellation-policy' },
    send: (said) =>
      client.mutate(
        'cancellation_policy.save',
        { practice_id: practiceId, terms: termsSaid(said) },
        { owner, base: { terms: said.stamp } },
      ),
    onSent: () => setSaved(true),
  });
  const { kind } = form.values;
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
      <output>{isSaved ? 'Saved on this device.' : null}</output>
      <p className={sheet.soft}>
        A fee is only ever proposed: you or your front desk decide about each one, and nobody owes anything for a
        session that you cancel or miss.
      </p>
    </>
  );
}
