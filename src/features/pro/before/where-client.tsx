import { useEffect, useState } from 'react';
import { placeIdOf, type ClientPlace } from '../../../../sync/collections/session-place.ts';
import { FormSelect } from '../../../forms/form-select.tsx';
import { FormText } from '../../../forms/form-text.tsx';
import { Form, SendButton } from '../../../forms/form.tsx';
import { useOrchidForm } from '../../../forms/use-orchid-form.ts';
import { useClient, useSub } from '../../../lib/client-context.ts';
import { useRecord } from '../../../lib/use-records.ts';
import { isPlace, placeName } from '../../../model/sessions/client-place.ts';
import { licenseReach, type HeldLicense } from '../../../model/sessions/license-reach.ts';
import { ReachNotice } from '../../../model/sessions/license-reach-notice.tsx';
import { useOwnLicenses } from '../../../model/sessions/license-reach-own.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { placeOptions, reasonOf, whereSchema, whereWords, type WhereSaid, type WhereValues } from './where-form.ts';
import styles from './before.module.css';

interface WhereClientProps {
  readonly appointmentId: string;
  /** Of one that repeats: its word holds where nothing was said of this session. */
  readonly seriesId?: string | undefined;
  /** The day of the session, in its own zone. */
  readonly day: string;
  /** The session is one's own: it is one's own licences that must reach. */
  readonly isOwn: boolean;
}

interface Said {
  readonly client_state: ClientPlace;
  readonly license_reason: string;
  readonly isOfSeries: boolean;
}

/**
 * [CA-5] [CA-12] Where the client is while the session is held, and whether a licence reaches there (D-26). What its series says is shown until
 * this session says its own. Works without a network.
 */
export function WhereClient({ appointmentId, seriesId, day, isOwn }: WhereClientProps) {
  const place = useRecord('session_place', placeIdOf(appointmentId));
  const ofSeries = useRecord('series_place', seriesId === undefined ? null : placeIdOf(seriesId));
  const licenses = useOwnLicenses();
  const sub = useSub();
  const isLoading = place.loading || (seriesId !== undefined && ofSeries.loading);
  const all = ofSeries.loading ? undefined : ofSeries.value;
  const found = (place.loading ? undefined : place.value) ?? all;
  const stamp = isLoading ? null : (place.value?.stamps['client_state'] ?? '');
  const version = isLoading ? null : [stamp, found?.stamps['client_state'] ?? ''].join(' ');
  // Another word than the one that was on screen is shown as it is now; what somebody is typing stays, and is not lost for it.
  const [isTyped, setTyped] = useState(false);
  const [shown, setShown] = useState(version);
  if (!isTyped && shown !== version) setShown(version);
  if (isLoading || licenses === null || stamp === null) return null;
  return (
    <WhereForm
      key={shown}
      appointmentId={appointmentId}
      said={
        found
          ? {
              client_state: found.body.client_state,
              license_reason: reasonOf(found.body, { isOwn, isOfSeries: found === all, sub }),
              isOfSeries: found === all,
            }
          : null
      }
      stamp={stamp}
      licenses={isOwn ? licenses : null}
      day={day}
      onTyped={setTyped}
    />
  );
}

interface WhereFormProps {
  readonly appointmentId: string;
  readonly said: Said | null;
  readonly stamp: string;
  /** Null: they are somebody else's, and not known here. */
  readonly licenses: readonly HeldLicense[] | null;
  readonly day: string;
  /** Whether something stands in it that is said nowhere. */
  readonly onTyped: (isTyped: boolean) => void;
}

function WhereForm({ appointmentId, said, stamp, licenses, day, onTyped }: WhereFormProps) {
  const client = useClient();
  const owner = useSub();
  const [begun] = useState(said);
  // The version of somebody else's word that was looked at since this was begun.
  const [looked, setLooked] = useState<string | null>(null);
  const form = useOrchidForm<WhereValues, WhereSaid>({
    schema: whereSchema,
    words: whereWords,
    defaults: { client_state: said?.client_state ?? '', license_reason: said?.license_reason ?? '', seen: stamp },
    keep: { owner, key: `where ${appointmentId}`, path: `/pro-dashboard/sessions/${appointmentId}/before` },
    stays: true,
    send: ({ seen, ...args }) =>
      client.mutate(
        'session_place.say',
        { appointment_id: appointmentId, ...args },
        { owner, base: { client_state: looked ?? seen } },
      ),
    onSent: () => undefined,
  });
  const { client_state: chosen, license_reason: reason } = form.values;
  const reach = licenses !== null && isPlace(chosen) ? licenseReach(licenses, chosen, day) : null;
  const isFar = reach !== null && reach.kind !== 'reaches';
  const says = (one: Said | null): boolean =>
    chosen === (one?.client_state ?? '') && reason === (one?.license_reason ?? '');
  const isSame = says(said);
  const isTyped = !isSame && !says(begun);
  useEffect(() => onTyped(isTyped), [onTyped, isTyped]);
  // It was begun over another word than the one that is there now.
  const isOld = isTyped && form.values.seen !== stamp;
  return (
    <section className={styles.section} aria-label="Where the client is">
      <h2>Where the client is</h2>
      <Form form={form}>
        <FormSelect form={form} name="client_state" options={placeOptions} />
        {reach !== null && isPlace(chosen) ? <ReachNotice place={chosen} reach={reach} /> : null}
        {isFar || reason !== '' ? <FormText form={form} name="license_reason" autoComplete="off" /> : null}
      </Form>
      {isOld && looked === stamp ? (
        <Notice tone="wait" role="alert" title="Meanwhile it was said">
          {said === null
            ? 'Nothing is said now.'
            : `${placeName(said.client_state)}${said.license_reason === '' ? '' : `: ${said.license_reason}`}`}{' '}
          Saving writes yours over that.
        </Notice>
      ) : null}
      <div className={styles.save}>
        {isOld && looked !== stamp ? <Button onClick={() => setLooked(stamp)}>See what is there now</Button> : null}
        <SendButton form={form} busyWords="Saving…" disabled={isSame}>
          Save
        </SendButton>
        <output className={styles.soft}>{said !== null && isSame ? savedWords(said) : ''}</output>
      </div>
    </section>
  );
}

function savedWords({ isOfSeries }: Said): string {
  return isOfSeries ? 'As said for the series. Another word holds for this session alone.' : 'Saved on this device.';
}
