import * as v from 'valibot';
import { carryOffice } from '../sync/carry-office.ts';
import { defineJobKind } from './job-kind.ts';

/** After a change of an office, or of a session that is to come again: what sessions to come say of their office, step by step; given up never. */
export const carryOfficeJob = defineJobKind({
  kind: 'carry-office',
  payload: v.object({
    office: v.optional(v.string()),
    session: v.optional(v.string()),
    after: v.optional(v.string()),
    afterId: v.optional(v.string()),
  }),
  settle: carryOffice,
  mostAttempts: Infinity,
});
