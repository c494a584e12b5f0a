import type { InferOutput } from 'valibot';
import type { Registry } from '../core/run-mutation.ts';
import { addendum, addToNote } from './addendum.ts';
import { account } from './account.ts';
import { appointment } from './appointment.ts';
import { bookAppointment, createAppointment } from './book-appointment.ts';
import { assessment } from './assessment.ts';
import { busyTime } from './busy-time.ts';
import { cancelAppointment, restoreAppointment } from './cancel-appointment.ts';
import { grantAccess, revokeAccess } from './chart-access.ts';
import { chartPerson } from './chart-person.ts';
import { chart, viewChart } from './chart.ts';
import { clientCard } from './client-card.ts';
import { memberProfile, saveMemberProfile } from './member-profile.ts';
import { membership } from './membership.ts';
import { message } from './message.ts';
import { chooseVersion, editNote, note, signNote } from './note.ts';
import { endRole, giveRole } from './practice-roles.ts';
import { practice } from './practice.ts';
import { professional } from './professional.ts';
import { publicProfile, setPublicProfile } from './public-profile.ts';
import { sessionBilling } from './session-billing.ts';

const collections = [
  account,
  addendum,
  appointment,
  assessment,
  busyTime,
  chart,
  chartPerson,
  clientCard,
  memberProfile,
  membership,
  message,
  note,
  practice,
  professional,
  publicProfile,
  sessionBilling,
] as const;

const mutators = [
  addToNote,
  bookAppointment,
  cancelAppointment,
  chooseVersion,
  createAppointment,
  editNote,
  endRole,
  giveRole,
  grantAccess,
  restoreAppointment,
  revokeAccess,
  saveMemberProfile,
  setPublicProfile,
  signNote,
  viewChart,
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
