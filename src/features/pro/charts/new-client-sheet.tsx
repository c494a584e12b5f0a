import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { FormCheck } from '../../../forms/form-check.tsx';
import { FormText } from '../../../forms/form-text.tsx';
import { Form, SendButton } from '../../../forms/form.tsx';
import { useOrchidForm } from '../../../forms/use-orchid-form.ts';
import { useClient, useSub } from '../../../lib/client-context.ts';
import { searchable } from '../../../lib/match-name.ts';
import { dateIn } from '../../../lib/time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useClientInfo } from '../../../model/clients/use-client-info.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { AskedFields } from './new-client-sheet-fields.tsx';
import {
  answered,
  newClientSchema,
  newClientWords,
  nothingTyped,
  peopleOf,
  type NewClientSaid,
  type NewClientValues,
} from './new-client-sheet-values.ts';
import type { ClientRow } from './use-clients.ts';
import styles from './new-client-sheet.module.css';

export interface NewClientSheetProps {
  readonly clients: readonly ClientRow[];
  /** Put away without a chart made. */
  readonly onClose: () => void;
  /** A chart was opened: the one that was made, or one that was there. */
  readonly onLeft: () => void;
}

/** [CH-1] Begins the chart of a client, or of a couple; works without a network. Who is called the same is named before. */
export function NewClientSheet({ clients, onClose, onLeft }: NewClientSheetProps) {
  const client = useClient();
  const sub = useSub();
  const { practiceId, zone } = useMe();
  const navigate = useNavigate();
  const info = useClientInfo();
  const today = dateIn(useNow(), info?.timezone || zone);
  const form = useOrchidForm<NewClientValues, NewClientSaid>({
    schema: newClientSchema(today),
    defaults: nothingTyped,
    keep: { owner: sub, key: 'new-client', path: '/pro-dashboard/patient-charts' },
    words: newClientWords,
    send: async (said) => {
      const result = await client.mutate('chart.create', {
        practice_id: practiceId,
        people: peopleOf(said),
        timezone: info?.timezone || zone,
      });
      if (result.kind !== 'saved') return result;
      const [chartId = ''] = result.ids;
      void navigate({ to: '/pro-dashboard/patient-charts/$chartId', params: { chartId } });
      return { kind: 'saved' };
    },
    onSent: onLeft,
  });
  const { values } = form;
  // What was answered stays in sight, also where it is asked no more: in a form taken up again, or while this one is open.
  const [asked, setAsked] = useState(() => answered(values));
  const more = info?.asked.filter((name) => !asked.includes(name)) ?? [];
  if (more.length > 0) setAsked([...asked, ...more]);
  const alike = alikeIn(clients, values);
  return (
    <Sheet
      open
      size="medium"
      title="New client"
      isForm
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <SendButton form={form} busyWords="Saving…" disabled={info === null}>
            Make the chart
          </SendButton>
        </>
      }
    >
      <Form form={form}>
        <div className={styles.pair}>
          <FormText form={form} name="first_name" autoComplete="off" />
          <FormText form={form} name="last_name" autoComplete="off" />
        </div>
        {alike === undefined ? null : (
          <Notice
            tone="wait"
            actions={
              <Link to="/pro-dashboard/patient-charts/$chartId" params={{ chartId: alike.chartId }} onClick={onLeft}>
                Open that chart
              </Link>
            }
          >
            There is a client called {alike.name} already.
          </Notice>
        )}
        <AskedFields form={form} asked={asked} />
        <FormCheck form={form} name="is_couple">
          A couple: two people in one chart
        </FormCheck>
        {values.is_couple ? (
          <div className={styles.pair}>
            <FormText form={form} name="other_first_name" autoComplete="off" />
            <FormText form={form} name="other_last_name" autoComplete="off" />
          </div>
        ) : null}
      </Form>
      <p className={styles.soft}>Nobody is written to: inviting a client is a step of its own, on the chart.</p>
    </Sheet>
  );
}

/** Who is listed under the very same name. */
function alikeIn(clients: readonly ClientRow[], { first_name, last_name }: NewClientValues): ClientRow | undefined {
  if (first_name.trim() === '' || last_name.trim() === '') return undefined;
  const wanted = [searchable(`${last_name}, ${first_name}`), searchable(`${first_name} ${last_name}`)];
  return clients.find(
    ({ listName, name, otherName }) =>
      wanted.includes(searchable(listName)) ||
      wanted.includes(searchable(name)) ||
      (wanted.includes(searchable(`${otherName} ${last_name}`)) &&
        searchable(listName).startsWith(`${searchable(last_name)},`)),
  );
}
