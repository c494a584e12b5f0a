import { useState } from 'react';
import type { SeenRecord } from '../../../../sync/client/api.ts';
import { FormChoice } from '../../../forms/form-choice.tsx';
import { FormText } from '../../../forms/form-text.tsx';
import { Form, SendButton } from '../../../forms/form.tsx';
import { useOrchidForm } from '../../../forms/use-orchid-form.ts';
import { useClient } from '../../../lib/client-context.ts';
import { longDay } from '../../../lib/time.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { accessSchema, accessWords, givenRoles, isDay, type AccessValues } from './access-form.ts';
import type { Professional } from './chart-access.tsx';
import styles from './give-access.module.css';

export interface GiveAccessProps {
  readonly scope: string;
  readonly clientName: string;
  /** Those of the practice who have no access yet. */
  readonly colleagues: readonly SeenRecord<Professional>[];
  readonly today: string;
  /** The day until which this account may give access at most; null: no such day. */
  readonly lastDay: string | null;
  readonly onClose: () => void;
}

export function GiveAccess(props: GiveAccessProps) {
  const { onClose, clientName, colleagues } = props;
  if (colleagues.length === 0) {
    return (
      <Sheet open title="Give access" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
        <p>Every colleague in your practice has access already, or there are none yet.</p>
      </Sheet>
    );
  }
  return <AccessForm {...props} title={`Give access to the chart of ${clientName}`} />;
}

function AccessForm({ scope, title, colleagues, today, lastDay, onClose }: GiveAccessProps & { title: string }) {
  const client = useClient();
  const [schema] = useState(() => accessSchema({ today, lastDay }));
  const form = useOrchidForm<AccessValues, { account: string; role: AccessValues['role']; until: string | undefined }>({
    schema,
    defaults: {
      account: '',
      role: 'treating',
      ends: lastDay === null ? 'by-hand' : 'last-day',
      until: lastDay ?? today,
    },
    words: accessWords,
    send: ({ account, role, until }) => {
      const chosen = colleagues.find(({ body }) => body.cognito_sub === account);
      return client.mutate('membership.grant', {
        scope,
        account,
        account_name: chosen?.body.display_name ?? '',
        role,
        ...(until === undefined ? {} : { until }),
      });
    },
    onSent: onClose,
  });
  const { ends, until } = form.values;

  return (
    <Sheet
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <SendButton form={form}>Give access</SendButton>
        </>
      }
    >
      <Form form={form}>
        <FormChoice
          form={form}
          name="account"
          options={colleagues.map(({ body }) => ({
            value: body.cognito_sub,
            label: (
              <>
                {body.display_name} <span className={styles.soft}>{body.medical_degree}</span>
              </>
            ),
          }))}
        />
        <FormChoice form={form} name="role" options={givenRoles} />
        <FormChoice
          form={form}
          name="ends"
          options={[
            ...(lastDay === null ? [{ value: 'by-hand', label: 'It is ended by hand' }] : []),
            { value: 'last-day', label: 'A last day' },
          ]}
        >
          {ends === 'by-hand' ? null : (
            <FormText
              form={form}
              name="until"
              type="date"
              min={today}
              max={lastDay ?? undefined}
              {...(isDay(until)
                ? { hint: `Access ends when ${longDay(until, today)} is over where the practice is.` }
                : {})}
            />
          )}
        </FormChoice>
      </Form>
    </Sheet>
  );
}
