/** How a session stands. `booked` is the plain state of a confirmed one. */
export const sessionStatuses = [
  'booked',
  'invited',
  'cancelled_patient',
  'cancelled_patient_awaiting_transfer',
  'cancelled_patient_manual_transfer',
  'cancelled_orchid_pro',
  'cancelled_pro_no_join',
  'pending_patient_portal_approval',
  'pending_patient_portal_signup_complete',
] as const;
export type SessionStatus = (typeof sessionStatuses)[number];

/** What is open of a session's bill, as the wire calls it; the most urgent first. */
export const billedStatuses = [
  'payment_intent_needs_action',
  'needs_payment',
  'was_not_paid',
  'can_create_invoice',
  'is_invoice_created',
  'using_invoicing',
] as const;
export type BilledStatus = (typeof billedStatuses)[number];

/** The spec's statuses, as they stand on the wire: one word for all that is so of a session. */
export const appointmentStatuses = [
  ...sessionStatuses,
  ...billedStatuses,
  'orchid_pro_may_have_missed_appointment',
] as const;
export type AppointmentStatus = (typeof appointmentStatuses)[number];

/** What screens decide on. */
export interface StatusFlags {
  readonly cancelled: boolean;
  readonly no_show: boolean;
  readonly unconfirmed: boolean;
}

/** [S-231] Flags of a status. [S-232] Flags that the server supplied win over derived ones. */
export function statusFlags(status: SessionStatus, supplied?: Partial<StatusFlags>): StatusFlags {
  const derived: StatusFlags = {
    cancelled: status.startsWith('cancelled_') && status !== 'cancelled_pro_no_join',
    no_show: status === 'cancelled_pro_no_join',
    unconfirmed: status === 'invited',
  };
  return { ...derived, ...supplied };
}

/** Whether it was the client who cancelled. */
export function isCancelledByClient(status: SessionStatus): boolean {
  return status.startsWith('cancelled_patient');
}

/** Whether the client has still to say yes to a session. */
export function isUnapproved(status: SessionStatus): boolean {
  return (
    status === 'invited' ||
    status === 'pending_patient_portal_approval' ||
    status === 'pending_patient_portal_signup_complete'
  );
}

/** What is known of a session beside how it stands. */
export interface SessionFacts {
  readonly status: SessionStatus;
  readonly missed?: boolean | undefined;
  /** Nobody could say yes to it: its client has no account yet. */
  readonly isWithoutAccount?: boolean;
  /** What is so of its bill; any number of these at once. */
  readonly billed: readonly BilledStatus[];
}

/** One flag for each status of the wire beside those that screens decide on: any number may be set at once. */
export type WireFlags = StatusFlags & Readonly<Record<AppointmentStatus, boolean>>;

/** [S-231] All that is so of a session, as flags. */
export function wireFlags(facts: SessionFacts): WireFlags {
  const { status, missed = false, billed } = facts;
  const waitsFor = standsAs(facts);
  const isSo = (one: AppointmentStatus): boolean =>
    one === status ||
    one === waitsFor ||
    billed.some((bill) => bill === one) ||
    (missed && one === 'orchid_pro_may_have_missed_appointment');
  const flags = Object.fromEntries(appointmentStatuses.map((one) => [one, isSo(one)]));
  return { ...(flags as Record<AppointmentStatus, boolean>), ...statusFlags(status) };
}

/** The one word that the wire has for a session: how it stands, else that it may have been missed, else what of its bill is most urgent. */
export function wireStatus(facts: SessionFacts): AppointmentStatus {
  const { missed = false, billed } = facts;
  const status = standsAs(facts);
  if (status !== 'booked') return status;
  if (missed) return 'orchid_pro_may_have_missed_appointment';
  return billedStatuses.find((one) => billed.includes(one)) ?? 'booked';
}

/** A session that waits for a yes waits for the account of its client first. */
function standsAs({ status, isWithoutAccount = false }: SessionFacts): SessionStatus {
  return isWithoutAccount && isUnapproved(status) ? 'pending_patient_portal_signup_complete' : status;
}

/** "Completed" means: the end has passed, not cancelled, not a no-show. The server asks again with its own clock. */
export function isCompleted(
  appointment: { readonly status: SessionStatus; readonly end: string },
  now: string,
): boolean {
  const flags = statusFlags(appointment.status);
  return appointment.end <= now && !flags.cancelled && !flags.no_show;
}
