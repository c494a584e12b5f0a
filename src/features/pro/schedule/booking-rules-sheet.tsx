import { useState } from 'react';
import { bookingRulesIdOf, usualRules } from '../../../../sync/collections/booking-rules.ts';
import { FormSelect } from '../../../forms/form-select.tsx';
import { Form, SendButton } from '../../../forms/form.tsx';
import { useOrchidForm } from '../../../forms/use-orchid-form.ts';
import { useClient, useSub } from '../../../lib/client-context.ts';
import { useRecord } from '../../../lib/use-records.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import {
  ruleNames,
  ruleOptions,
  rulesChange,
  rulesSchema,
  rulesValues,
  rulesWords,
  ruleWords,
  type RulesSaid,
  type RulesValues,
} from './booking-rules-form.ts';
import type { Done } from './calendar-acts.ts';
import { LookNow } from './look-now.tsx';
import { useLook } from './use-look.ts';
import styles from './session-sheet.module.css';

export interface BookingRulesSheetProps {
  readonly tell: (done: Done) => void;
  readonly onClose: () => void;
}

/** By which rules one's free times are found; works without a network. */
export function BookingRulesSheet(props: BookingRulesSheetProps) {
  const record = useRecord('booking_rules', bookingRulesIdOf(useSub()));
  if (record.loading) return null;
  const { body = usualRules, stamps = {} } = record.value ?? {};
  return <RulesForm {...props} there={rulesValues(body, stamps)} />;
}

function RulesForm({ there, tell, onClose }: BookingRulesSheetProps & { readonly there: RulesValues }) {
  const client = useClient();
  const owner = useSub();
  const { practiceId } = useMe();
  const look = useLook();
  const [defaults] = useState(there);
  const form = useOrchidForm<RulesValues, RulesSaid>({
    schema: rulesSchema,
    words: rulesWords,
    defaults,
    keep: { owner, key: 'booking-rules', path: '/pro-dashboard/settings/availability' },
    send: async (typed) => {
      const { change, base } = rulesChange(look.over(typed));
      if (Object.keys(change).length === 0) return { kind: 'saved' };
      const result = await client.mutate('booking_rules.save', { practice_id: practiceId, ...change }, { owner, base });
      look.heard(result);
      if (result.kind === 'saved') tell({ words: 'Saved on this device.' });
      return result;
    },
    onSent: onClose,
  });
  return (
    <Sheet
      open
      size="medium"
      title="How free times are found"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <SendButton form={form} busyWords="Saving…">
            Save
          </SendButton>
        </>
      }
    >
      <Form form={form}>
        <div className={styles.pair}>
          {ruleNames.map((name) => (
            <FormSelect key={name} form={form} name={name} options={ruleOptions(name, form.values[name])} />
          ))}
        </div>
      </Form>
      <LookNow look={look} onLook={() => look.at(there.opened, form, ruleNames)}>
        {ruleNames.map((name) => `${rulesWords[name]}: ${ruleWords(name, Number(there[name]))}`).join('; ')}.
      </LookNow>
      <p className={styles.soft}>By hand you book whenever you like.</p>
    </Sheet>
  );
}
