import type { Appointment } from './appointment.ts';

/** [S-237, S-238] How a session stands that the client has still to say yes to: to the session alone, or also to a charge on their card. */
export function askedStatus({
  billing_type,
}: {
  readonly billing_type?: Appointment['billing_type'];
}): Appointment['status'] {
  return billing_type === 'pre-authorized credit card' ? 'pending_patient_portal_approval' : 'invited';
}
