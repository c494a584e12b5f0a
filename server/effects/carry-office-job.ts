import * as v from 'valibot';
import { carryOffice } from '../sync/carry-office.ts';
import { defineJobKind } from './job-kind.ts';

/** After a change of an office: what sessions to come say of it, step by step; given up never. */
export const carryOfficeJob = defineJobKind({
  kind: 'carry-office',
  payload: v.object({
    office: v.string(),
    of: v.optional(v.picklist(['series', 'sessions'])),
    after: v.optional(v.string()),
    afterId: v.optional(v.string()),
  }),
  settle: carryOffice,
  mostAttempts: Infinity,
});
