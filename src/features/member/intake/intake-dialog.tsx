import { ChevronLeft } from 'lucide-react';
import { useRef, useState, type TouchEvent } from 'react';
import type { MemberFacts } from '../../../../sync/collections/member-profile.ts';
import { toInstant } from '../../../../sync/core/instant.ts';
import { Form, SendButton } from '../../../forms/form.tsx';
import { useOrchidForm } from '../../../forms/use-orchid-form.ts';
import { useClient } from '../../../lib/client-context.ts';
import { usePhone } from '../../../lib/use-layout.ts';
import { InsuranceFields, PersonalFields } from '../../../model/profile/profile-fields.tsx';
import {
  insuranceSchema,
  insuranceValues,
  insuranceWords,
  personalSchema,
  personalValues,
  profileWords,
  toFacts,
  type InsuranceValues,
  type PersonalValues,
} from '../../../model/profile/profile-values.ts';
import { saveMember } from '../../../model/profile/save-member.ts';
import type { KnownMember } from '../../../model/profile/use-member-profile.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import styles from './intake.module.css';

type Tab = 'required' | 'optional';

export interface IntakeDialogProps {
  readonly known: KnownMember;
  /** [C-273] Somebody is about to pay. */
  readonly forPurchase?: boolean;
  /** Back from the first step. */
  readonly onLeave: () => void;
  readonly onFinished: () => void;
}

/** So many pixels sideways are a swipe, and not an unsteady tap. */
const swipePx = 60;

/** [C-270 to C-276] Finishing to sign up, in two steps; what is typed in one stays while one looks at the other. */
export function IntakeDialog({ known, forPurchase = false, onLeave, onFinished }: IntakeDialogProps) {
  const client = useClient();
  const phone = usePhone();
  const [tab, setTab] = useState<Tab>('required');
  const [initial] = useState<PersonalValues>(() => personalValues(known));
  const [personal, setPersonal] = useState(initial);
  const [schema] = useState(() => personalSchema(toInstant(Date.now()).slice(0, 10)));
  const start = useRef<number | null>(null);
  const first = useOrchidForm<PersonalValues, PersonalValues>({
    schema,
    defaults: initial,
    words: profileWords,
    stays: true,
    send: async (values) => {
      setPersonal(values);
      return { kind: 'saved' };
    },
    onSent: () => setTab('optional'),
  });
  const second = useOrchidForm<InsuranceValues, InsuranceValues>({
    schema: insuranceSchema,
    defaults: insuranceValues(known),
    words: insuranceWords,
    stays: true,
    send: (insurance) => {
      const facts: MemberFacts = { ...toFacts(personal), ...insurance };
      return saveMember(client, facts);
    },
    onSent: onFinished,
  });
  const isReady = [first.values.first_name, first.values.last_name, first.values.dob].every(
    (text) => text.trim() !== '',
  );
  const back = () => (tab === 'optional' ? setTab('required') : onLeave());

  function swipe(event: TouchEvent): void {
    const from = start.current;
    const to = event.changedTouches[0]?.clientX;
    start.current = null;
    if (from === null || to === undefined) return;
    if (from - to > swipePx && tab === 'required') first.submit();
    if (to - from > swipePx && tab === 'optional') setTab('required');
  }

  return (
    <Sheet
      open
      size="medium"
      title={phone ? 'Finish setting up' : 'Complete your registration'}
      actions={
        tab === 'required' ? (
          <SendButton form={first} disabled={!isReady}>
            Next
          </SendButton>
        ) : (
          <>
            <Button onClick={() => setTab('required')}>Back</Button>
            <SendButton form={second} busyWords="Saving…">
              Finish
            </SendButton>
          </>
        )
      }
    >
      <div
        className={styles.steps}
        onTouchStart={(event) => {
          // One finger, and not the one that goes back in the browser from the edge.
          const touch = event.touches.length === 1 ? event.touches[0] : undefined;
          start.current = touch && touch.clientX > 24 ? touch.clientX : null;
        }}
        onTouchEnd={swipe}
      >
        <div className={styles.head}>
          <IconButton label="Back" icon={<ChevronLeft size={20} aria-hidden />} onClick={back} />
          <ol className={styles.tabs}>
            <li aria-current={tab === 'required' ? 'step' : undefined}>Personal Details</li>
            <li aria-current={tab === 'optional' ? 'step' : undefined}>Insurance Details (optional)</li>
          </ol>
        </div>
        {forPurchase ? (
          <p>To finalize this purchase, please fill in the fields below to complete your registration.</p>
        ) : null}
        {tab === 'required' ? (
          <Form form={first}>
            <PersonalFields form={first} />
            {phone ? (
              <Notice tone="info">The sex given here must match what your insurance provider has on file.</Notice>
            ) : null}
          </Form>
        ) : (
          <Form form={second}>
            <InsuranceFields form={second} />
          </Form>
        )}
      </div>
    </Sheet>
  );
}
