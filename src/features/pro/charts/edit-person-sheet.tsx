import { useState } from 'react';
import type { SeenRecord } from '../../../../sync/client/api.ts';
import { Form, SendButton } from '../../../forms/form.tsx';
import { useOrchidForm } from '../../../forms/use-orchid-form.ts';
import { useClient, useSub } from '../../../lib/client-context.ts';
import { dateIn } from '../../../lib/time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { clientName } from '../../../model/clients/client-name.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import type { ChartPerson } from './client-rows.ts';
import {
  changeOf,
  editSchema,
  editValues,
  editWords,
  standingFacts,
  type EditValues,
  type OpenedPerson,
} from './edit-person-form.ts';
import { factNames, factsOf, typedFact } from '../../../model/clients/person-facts.ts';
import { PersonFields } from './person-fields.tsx';
import type { RefusedEdit } from './refused-edits.ts';
import { StandsNow } from './stands-now.tsx';
import styles from './edit-person.module.css';

export interface EditPersonSheetProps {
  readonly chartId: string;
  /** One, or both of a couple, as they are now. */
  readonly people: readonly SeenRecord<ChartPerson>[];
  /** Where the client is. */
  readonly timezone: string;
  /** The version of the zone on screen. */
  readonly timezoneStamp?: string;
  /** A change that was refused, taken up again. */
  readonly again: RefusedEdit | null;
  readonly onClose: () => void;
}

/** [CH-2] Changes what is known of a client, of a couple of one at a time; works without a network. */
export function EditPersonSheet(props: EditPersonSheetProps) {
  const { people, again } = props;
  const [chosen, choose] = useState(again?.personId ?? people[0]?.id);
  const person = people.find(({ id }) => id === chosen) ?? people[0];
  if (!person) return null;
  return <EditPersonForm key={person.id} {...props} person={person} onChoose={choose} />;
}

interface EditPersonFormProps extends EditPersonSheetProps {
  readonly person: SeenRecord<ChartPerson>;
  readonly onChoose: (personId: string) => void;
}

function EditPersonForm({
  chartId,
  people,
  person,
  timezone,
  timezoneStamp = '',
  again,
  onClose,
  onChoose,
}: EditPersonFormProps) {
  const client = useClient();
  const owner = useSub();
  const today = dateIn(useNow(), timezone);
  const now: OpenedPerson = {
    facts: factsOf(person.body),
    timezone,
    stamps: { ...person.stamps, timezone: timezoneStamp },
  };
  // As it was when the sheet was opened, whatever arrives meanwhile.
  const [begun] = useState(now);
  const [isStale, setStale] = useState(false);
  // Of what was refused once, what is there now is shown from the start.
  const [looked, setLooked] = useState<OpenedPerson | null>(again ? now : null);
  const form = useOrchidForm<EditValues, EditValues>({
    schema: editSchema(begun, today),
    words: editWords,
    defaults: withAgain(editValues(begun), again),
    keep: {
      owner,
      key: ['edit-person', person.id, ...(again ? [again.item.uid] : [])].join(' '),
      path: `/pro-dashboard/patient-charts/${chartId}`,
    },
    send: async (said) => {
      const { facts, timezone, base } = changeOf(said, looked?.stamps);
      const hasChange = Object.keys(facts).length > 0 || timezone !== undefined;
      if (!hasChange) {
        if (again) await client.dismiss(again.item.uid);
        return { kind: 'saved' };
      }
      const args = {
        chart_id: chartId,
        person_id: person.id,
        ...facts,
        ...(timezone === undefined ? {} : { timezone }),
      };
      const result = await client.mutate('chart_person.edit', args, {
        owner,
        base,
        ...(again ? { replaces: again.item.uid } : {}),
      });
      setStale(result.kind === 'rejected' && result.code === 'changed_meanwhile');
      return result;
    },
    onSent: onClose,
  });
  const { values } = form;
  const change = changeOf(values);
  const standing = looked ? standingFacts(change, again ? null : values.opened.facts, looked.facts) : null;
  return (
    <Sheet
      open
      size="medium"
      title="What is known of this client"
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
      {people.length > 1 && !again ? (
        <SelectField
          label="Whose"
          value={person.id}
          options={people.map(({ id, body }) => ({ value: id, label: clientName({ ...shown, ...body }) }))}
          onChange={({ target }) => onChoose(target.value)}
        />
      ) : null}
      {standing ? <StandsNow facts={standing} /> : null}
      <Form form={form}>
        <PersonFields form={form} isCouple={people.length > 1} />
      </Form>
      {isStale ? (
        <Button
          onClick={() => {
            setLooked(now);
            setStale(false);
          }}
        >
          See what is there now
        </Button>
      ) : null}
      <p className={styles.soft}>An empty field takes a fact away. What you do not change stays as it is.</p>
    </Sheet>
  );
}

/** A name is asked of a card. */
const shown = { practice_id: '', timezone: '' };

/** What a refused change said, over what is there now. */
function withAgain(values: EditValues, again: RefusedEdit | null): EditValues {
  if (!again) return values;
  const typed = factNames.flatMap((name) => {
    const fact = again.facts[name];
    return fact === undefined ? [] : [[name, typedFact(name, fact)] as const];
  });
  return { ...values, ...Object.fromEntries(typed), ...(again.timezone === null ? {} : { timezone: again.timezone }) };
}
