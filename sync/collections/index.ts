import type { InferOutput } from 'valibot';
import type { Registry } from '../core/run-mutation.ts';
import { addendum, addToNote } from './addendum.ts';
import { account } from './account.ts';
import { answerProposal } from './answer-proposal.ts';
import { appointment } from './appointment.ts';
import { appointmentSeries } from './appointment-series.ts';
import { appointmentType, saveAppointmentType } from './appointment-type.ts';
import { availabilityOpening, saveAvailabilityOpening } from './availability-opening.ts';
import { availabilityPeriod, saveAvailabilityPeriod } from './availability-period.ts';
import { blockedInterval, saveBlockedInterval } from './blocked-interval.ts';
import { bookSeries } from './book-series.ts';
import { bookAppointment, createAppointment } from './book-appointment.ts';
import { bookingRules, saveBookingRules } from './booking-rules.ts';
import { approveAppointment } from './approve-appointment.ts';
import { assessment } from './assessment.ts';
import { busyTime } from './busy-time.ts';
import { cancellationPolicy, saveCancellationPolicy } from './cancellation-policy.ts';
import { cancelSeries, restoreSeries } from './cancel-series.ts';
import { cancelAppointment, restoreAppointment } from './cancel-appointment.ts';
import { grantAccess, revokeAccess } from './chart-access.ts';
import { chartInvite, joining } from './chart-invite.ts';
import { chartPerson } from './chart-person.ts';
import { archiveChart, mergeChart, restoreChart, setClientStatus } from './chart-standing.ts';
import { chart, viewChart } from './chart.ts';
import { clientInfo, saveClientInfo } from './client-info.ts';
import { contact, saveContact } from './contact.ts';
import { createChart } from './create-chart.ts';
import { clientCard } from './client-card.ts';
import { memberProfile, saveMemberProfile } from './member-profile.ts';
import { editSeries } from './edit-series.ts';
import { extendSeries, letSeriesEnd } from './extend-series.ts';
import { editAppointment, markNoShow } from './edit-appointment.ts';
import { editPerson } from './edit-person.ts';
import { confirmJoined, undoJoining } from './decide-joining.ts';
import { invitePerson, withdrawInvite } from './invite-person.ts';
import { decideFee } from './late-fee.ts';
import { markHeld } from './mark-held.ts';
import { membership } from './membership.ts';
import { message } from './message.ts';
import { chooseVersion, editNote, note, signNote } from './note.ts';
import { license } from './license.ts';
import { officeLocation } from './office-location.ts';
import { createOrchidProType, orchidProType, updateOrchidProType } from './orchid-pro-type.ts';
import { endRole, giveRole } from './practice-roles.ts';
import { personProposal } from './person-proposal.ts';
import { dropUnplaced, placeUnplaced } from './place-unplaced.ts';
import { practice } from './practice.ts';
import { professional } from './professional.ts';
import { professionalRecord } from './professional-record.ts';
import { saveProfessional } from './save-professional.ts';
import { profilePhoto, setProfilePhoto } from './profile-photo.ts';
import { publicProfile, setPublicProfile } from './public-profile.ts';
import { bringSampleBack, removeSample, seedSample } from './seed-sample.ts';
import { setTimezone } from './set-timezone.ts';
import { saySeriesOffice } from './series-office.ts';
import { saySeriesPlace, seriesPlace } from './series-place.ts';
import { sessionBilling } from './session-billing.ts';
import { sayOffice, sessionOffice } from './session-office.ts';
import { sayPlace, sessionPlace } from './session-place.ts';
import { sessionTransfer } from './session-transfer.ts';
import { sessionWish } from './session-wish.ts';
import { answerWish, askToMove, withdrawWish } from './wish-session.ts';
import { answerTransfer, proposeTransfer } from './transfer-session.ts';
import { unplacedSession } from './unplaced-session.ts';
import { saveUnavailability, unavailability } from './unavailability.ts';

const collections = [
  account,
  addendum,
  appointment,
  appointmentSeries,
  appointmentType,
  assessment,
  availabilityOpening,
  availabilityPeriod,
  blockedInterval,
  bookingRules,
  busyTime,
  cancellationPolicy,
  chart,
  chartInvite,
  chartPerson,
  clientCard,
  clientInfo,
  contact,
  memberProfile,
  joining,
  license,
  membership,
  message,
  note,
  officeLocation,
  orchidProType,
  personProposal,
  practice,
  professional,
  professionalRecord,
  profilePhoto,
  publicProfile,
  seriesPlace,
  sessionBilling,
  sessionOffice,
  sessionPlace,
  sessionTransfer,
  sessionWish,
  unplacedSession,
  unavailability,
] as const;

const mutators = [
  addToNote,
  answerProposal,
  answerTransfer,
  approveAppointment,
  archiveChart,
  answerWish,
  askToMove,
  withdrawWish,
  bookAppointment,
  bookSeries,
  cancelSeries,
  restoreSeries,
  editSeries,
  extendSeries,
  letSeriesEnd,
  dropUnplaced,
  placeUnplaced,
  bringSampleBack,
  cancelAppointment,
  chooseVersion,
  confirmJoined,
  createAppointment,
  createChart,
  createOrchidProType,
  decideFee,
  editAppointment,
  editNote,
  editPerson,
  endRole,
  giveRole,
  grantAccess,
  invitePerson,
  markHeld,
  markNoShow,
  mergeChart,
  proposeTransfer,
  removeSample,
  restoreAppointment,
  restoreChart,
  revokeAccess,
  saveAppointmentType,
  saveAvailabilityOpening,
  saveAvailabilityPeriod,
  saveBlockedInterval,
  saveBookingRules,
  saveCancellationPolicy,
  saveClientInfo,
  saveContact,
  saveMemberProfile,
  saveProfessional,
  saveUnavailability,
  sayOffice,
  sayPlace,
  saySeriesOffice,
  saySeriesPlace,
  seedSample,
  setClientStatus,
  setProfilePhoto,
  setPublicProfile,
  setTimezone,
  signNote,
  undoJoining,
  updateOrchidProType,
  viewChart,
  withdrawInvite,
] as const;

/** Everything the engine knows of the product. Adding a feature is one file here and one line in each list. */
export const registry: Registry = {
  collections: new Map(collections.map((collection) => [collection.name, collection])),
  mutators: new Map(mutators.map((mutator) => [mutator.name, mutator])),
};

type AnyOf<List extends readonly unknown[]> = List[number];

/** The product's records and changes as types: what screens may ask for, and with which arguments. */
export interface OrchidModel {
  readonly records: {
    readonly [Each in AnyOf<typeof collections> as Each['name']]: {
      readonly body: InferOutput<Each['body']>;
      readonly index: keyof Each['indexes'] & string;
    };
  };
  readonly args: {
    readonly [Each in AnyOf<typeof mutators> as Each['name']]: InferOutput<Each['args']>;
  };
}
