import type { Registry } from '../core/run-mutation.ts';
import type { AnyCollection, AnyMutator } from './define.ts';
import { account } from './account.ts';
import { appointment, createAppointment } from './appointment.ts';
import { assessment } from './assessment.ts';
import { busyTime } from './busy-time.ts';
import { cancelAppointment, restoreAppointment } from './cancel-appointment.ts';
import { grantAccess, revokeAccess } from './chart-access.ts';
import { chart, viewChart } from './chart.ts';
import { clientCard } from './client-card.ts';
import { membership } from './membership.ts';
import { message } from './message.ts';
import { chooseVersion, editNote, note, signNote } from './note.ts';
import { professional } from './professional.ts';

const collections: readonly AnyCollection[] = [
  account,
  appointment,
  assessment,
  busyTime,
  chart,
  clientCard,
  membership,
  message,
  note,
  professional,
];

const mutators: readonly AnyMutator[] = [
  cancelAppointment,
  chooseVersion,
  createAppointment,
  editNote,
  grantAccess,
  restoreAppointment,
  revokeAccess,
  signNote,
  viewChart,
];

/** Everything the engine knows of the product. Adding a feature is one file here and one line in each list. */
export const registry: Registry = {
  collections: new Map(collections.map((collection) => [collection.name, collection])),
  mutators: new Map(mutators.map((mutator) => [mutator.name, mutator])),
};
