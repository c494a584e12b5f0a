import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import * as v from 'valibot';
import { longestBiography, type MemberFacts } from '../../../../sync/collections/member-profile.ts';
import { canonicalJson } from '../../../../sync/core/canonical-json.ts';
import { toInstant } from '../../../../sync/core/instant.ts';
import { FormArea } from '../../../forms/form-area.tsx';
import { Form, SendButton } from '../../../forms/form.tsx';
import { useOrchidForm } from '../../../forms/use-orchid-form.ts';
import { useClient, useSub } from '../../../lib/client-context.ts';
import { InsuranceFields, PersonalFields } from '../../../model/profile/profile-fields.tsx';
import {
  biographySchema,
  insuranceSchema,
  insuranceValues,
  insuranceWords,
  personalSchema,
  personalValues,
  profileWords,
  toFacts,
} from '../../../model/profile/profile-values.ts';
import { saveMember } from '../../../model/profile/save-member.ts';
import { useIsProfileDamaged, useMemberProfile, type KnownMember } from '../../../model/profile/use-member-profile.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { DamagedProfile } from './damaged-profile.tsx';
import { PhotoField } from './photo-field.tsx';
import styles from './profile.module.css';

/** [C-168] `/member-dashboard/edit-profile`; works without a network. */
export function EditProfile() {
  const known = useMemberProfile();
  const isDamaged = useIsProfileDamaged();
  return (
    <div className={styles.page}>
      <h1>Edit profile</h1>
      <PhotoField />
      {isDamaged ? <DamagedProfile /> : known ? <ProfileForm known={known} /> : <Skeleton lines={6} />}
    </div>
  );
}

function schemaFor(today: string) {
  return v.object({
    ...personalSchema(today).entries,
    ...insuranceSchema.entries,
    ...biographySchema.entries,
    /** What stood there when this was begun: also of a draft that is taken up again later. */
    opened: v.record(v.string(), v.string()),
  });
}
type Values = v.InferOutput<ReturnType<typeof schemaFor>>;
type Facts = Omit<Values, 'opened'>;

function ProfileForm({ known }: { readonly known: KnownMember }) {
  const client = useClient();
  const sub = useSub();
  const navigate = useNavigate();
  const [schema] = useState(() => schemaFor(toInstant(Date.now()).slice(0, 10)));
  // What another device saves meanwhile does not move under the cursor: what is saved here is what was changed here.
  const [begun] = useState<Values>(() => {
    const facts = {
      ...personalValues(known),
      ...insuranceValues(known),
      biography: known.profile?.biography ?? '',
    };
    return { ...facts, opened: facts };
  });
  const form = useOrchidForm<Values, Values>({
    schema,
    defaults: begun,
    words: { ...profileWords, ...insuranceWords, biography: 'About you', opened: '' },
    keep: { owner: sub, key: 'edit-profile', path: '/member-dashboard/edit-profile' },
    stays: true,
    send: ({ opened, ...values }) => saveMember(client, changedFacts(opened, values)),
    onSent: () => void navigate({ to: '/member-dashboard/profile' }),
  });
  const { opened, ...shown } = form.values;
  const isChanged = canonicalJson(shown) !== canonicalJson(opened);
  return (
    <>
      <Form form={form}>
        <PersonalFields form={form} />
        <InsuranceFields form={form} />
        <FormArea form={form} name="biography" rows={5} maxLength={longestBiography} />
        <p className={styles.count} aria-live="polite">
          {Array.from(form.values.biography).length} of {longestBiography}
        </p>
      </Form>
      <div className={styles.actions}>
        <SendButton form={form} busyWords="Saving…" disabled={!isChanged}>
          Save
        </SendButton>
        <Button onClick={() => void navigate({ to: '/member-dashboard/profile' })}>Back</Button>
      </div>
    </>
  );
}

/** Only what was changed here: what another device changed meanwhile stays. */
function changedFacts(before: Values['opened'], now: Facts): MemberFacts {
  const { biography, insurance_provider, insurance_group_id, insurance_member_id, ...personal } = now;
  const all = { ...toFacts(personal), biography, insurance_provider, insurance_group_id, insurance_member_id };
  const [said, had] = [new Map(Object.entries(now)), new Map(Object.entries(before))];
  return Object.fromEntries(Object.entries(all).filter(([name]) => said.get(name) !== had.get(name)));
}
