/** The spec's appointment statuses. `booked` is the plain state of a confirmed session that none of them describes. */
export const appointmentStatuses = [
  'booked',
  'invited',
  'cancelled_patient',
  'cancelled_patient_awaiting_transfer',
  'cancelled_patient_manual_transfer',
  'cancelled_orchid_pro',
  'cancelled_pro_no_join',
  'payment_intent_needs_action',
  'orchid_pro_may_have_missed_appointment',
  'is_invoice_created',
  'using_invoicing',
  'can_create_invoice',
  'was_not_paid',
  'pending_patient_portal_approval',
  'pending_patient_portal_signup_complete',
  'needs_payment',
] as const;
export type AppointmentStatus = (typeof appointmentStatuses)[number];

/** Boolean flags, one per status, plus the two that screens decide on. */
export interface StatusFlags {
  readonly cancelled: boolean;
  readonly no_show: boolean;
  readonly unconfirmed: boolean;
}

/** [S-231] Flags of a status. [S-232] Flags that the server supplied win over derived ones. */
export function statusFlags(status: AppointmentStatus, supplied?: Partial<StatusFlags>): StatusFlags {
  const derived: StatusFlags = {
    cancelled: status.startsWith('cancelled_') && status !== 'cancelled_pro_no_join',
    no_show: status === 'cancelled_pro_no_join',
    unconfirmed: status === 'invited',
  };
  return { ...derived, ...supplied };
}

/** "Completed" means: the end has passed, not cancelled, not a no-show. The server asks again with its own clock. */
export function isCompleted(
  appointment: { readonly status: AppointmentStatus; readonly end: string },
  now: string,
): boolean {
  const flags = statusFlags(appointment.status);
  return appointment.end <= now && !flags.cancelled && !flags.no_show;
}
