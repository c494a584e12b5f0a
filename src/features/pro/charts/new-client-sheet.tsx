import { Link, useNavigate } from '@tanstack/react-router';
import * as v from 'valibot';
import { emailLine } from '../../../../sync/collections/values.ts';
import { errorTexts } from '../../../../sync/protocol/error-codes.ts';
import { FormCheck } from '../../../forms/form-check.tsx';
import { FormMasked } from '../../../forms/form-masked.tsx';
import { FormText } from '../../../forms/form-text.tsx';
import { Form, SendButton } from '../../../forms/form.tsx';
import { dateMask, fromDateText, maskPattern, phoneMask } from '../../../forms/mask.ts';
import { useOrchidForm } from '../../../forms/use-orchid-form.ts';
import { useClient, useSub } from '../../../lib/client-context.ts';
import { searchable } from '../../../lib/match-name.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import type { ClientRow } from './use-clients.ts';
import styles from './new-client-sheet.module.css';

export interface NewClientSheetProps {
  readonly clients: readonly ClientRow[];
  readonly onClose: () => void;
}

const missing = errorTexts.invalid_arguments;
const name = v.pipe(v.string(), v.trim(), v.minLength(1, missing), v.maxLength(100, missing));
const maybeName = v.pipe(v.string(), v.trim(), v.maxLength(100, missing));
const schema = v.pipe(
  v.object({
    first_name: name,
    last_name: name,
    preferred_first_name: maybeName,
    dob: v.pipe(
      v.string(),
      v.check((text) => text.trim() === '' || fromDateText(text) !== null, 'Please enter a date as month/day/year'),
    ),
    phone_number: v.pipe(
      v.string(),
      v.check((text) => text.trim() === '' || maskPattern(phoneMask).test(text.trim()), missing),
    ),
    email: v.pipe(
      v.string(),
      v.trim(),
      v.check((text) => text === '' || v.is(emailLine, text), 'Please enter a valid email'),
    ),
    is_couple: v.boolean(),
    other_first_name: maybeName,
    other_last_name: maybeName,
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || !dataset.value.is_couple) return;
    const input = dataset.value;
    for (const key of ['other_first_name', 'other_last_name'] as const)
      if (input[key] === '')
        addIssue({ message: missing, path: [{ type: 'object', origin: 'value', input, key, value: input[key] }] });
  }),
);
type Values = v.InferInput<typeof schema>;

const empty: Values = {
  first_name: '',
  last_name: '',
  preferred_first_name: '',
  dob: '',
  phone_number: '',
  email: '',
  is_couple: false,
  other_first_name: '',
  other_last_name: '',
};

/** [CH-1] Begins the chart of a client, or of a couple; works without a network. Who is called the same is named before. */
export function NewClientSheet({ clients, onClose }: NewClientSheetProps) {
  const client = useClient();
  const sub = useSub();
  const { practiceId, zone } = useMe();
  const navigate = useNavigate();
  const form = useOrchidForm<Values, v.InferOutput<typeof schema>>({
    schema,
    defaults: empty,
    keep: { owner: sub, key: 'new-client', path: '/pro-dashboard/patient-charts' },
    words: {
      first_name: 'Legal First Name',
      last_name: 'Legal Last Name',
      preferred_first_name: 'Preferred First Name',
      dob: 'Date of birth',
      phone_number: 'Phone',
      email: 'Email',
      is_couple: 'Two people',
      other_first_name: 'Legal First Name of the other',
      other_last_name: 'Legal Last Name of the other',
    },
    send: async (said) => {
      const result = await client.mutate('chart.create', {
        practice_id: practiceId,
        people: [
          {
            first_name: said.first_name,
            last_name: said.last_name,
            ...(said.preferred_first_name === '' ? {} : { preferred_first_name: said.preferred_first_name }),
            ...(said.dob.trim() === '' ? {} : { dob: fromDateText(said.dob) ?? '' }),
            ...(said.phone_number.trim() === '' ? {} : { phone_number: said.phone_number.trim() }),
            ...(said.email === '' ? {} : { email: said.email }),
          },
          ...(said.is_couple ? [{ first_name: said.other_first_name, last_name: said.other_last_name }] : []),
        ],
        timezone: zone,
      });
      if (result.kind !== 'saved') return result;
      const [chartId = ''] = result.ids;
      void navigate({ to: '/pro-dashboard/patient-charts/$chartId', params: { chartId } });
      return { kind: 'saved' };
    },
    onSent: onClose,
  });
  const { values } = form;
  const alike = alikeIn(clients, values);
  return (
    <Sheet
      open
      size="medium"
      title="New client"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <SendButton form={form} busyWords="Saving…">
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
              <Link to="/pro-dashboard/patient-charts/$chartId" params={{ chartId: alike.chartId }} onClick={onClose}>
                Open that chart
              </Link>
            }
          >
            There is a client called {alike.name} already.
          </Notice>
        )}
        <div className={styles.pair}>
          <FormText form={form} name="preferred_first_name" autoComplete="off" hint="If it is another one" />
          <FormMasked form={form} name="dob" mask={dateMask} hint="Month/day/year" autoComplete="off" />
        </div>
        <div className={styles.pair}>
          <FormMasked form={form} name="phone_number" mask={phoneMask} autoComplete="off" />
          <FormText form={form} name="email" type="email" autoComplete="off" />
        </div>
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
function alikeIn(clients: readonly ClientRow[], { first_name, last_name }: Values): ClientRow | undefined {
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
