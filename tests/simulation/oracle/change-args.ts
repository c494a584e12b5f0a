import * as v from 'valibot';
import { answer } from './answer-words.ts';

/** What the oracle reads of each change, in its own words. */
export const ofSession = v.object({ appointment_id: v.string() });
export const edit = v.object({ appointment_id: v.string(), answers: v.record(v.string(), answer) });
export const choice = v.object({
  appointment_id: v.string(),
  field: v.string(),
  value: answer,
  seen: v.array(v.string()),
});
export const signature = v.object({
  appointment_id: v.string(),
  name: v.string(),
  seen: v.record(v.string(), v.string()),
});
export const addition = v.object({ appointment_id: v.string(), text: v.string() });
export const booking = v.object({ chart_id: v.string() });
export const given = v.object({ scope: v.string(), account: v.string(), role: v.string() });
export const ended = v.object({ scope: v.string(), membership_id: v.string() });
export const roleGiven = v.object({ practice_id: v.string(), account: v.string(), role: v.string() });
export const roleEnded = v.object({ practice_id: v.string(), membership_id: v.string() });
export const merged = v.object({ other_chart_id: v.string() });
export const page = v.object({ is_open: v.boolean() });
export const saidOfOneself = v.object({ home_city: v.string() });
export const chosen = v.object({ image: v.string() });
export const answered = v.object({ told: v.object({ home_city: v.string() }), answer: v.picklist(['taken', 'kept']) });
export const placed = v.object({
  scope: v.optional(v.string()),
  chart_id: v.optional(v.string()),
  practice_id: v.optional(v.string()),
  appointment_id: v.optional(v.string()),
});
