import * as v from 'valibot';

/** What the oracle reads of a change of a series, and of what is held of one. */
const reach = v.picklist(['following', 'all']);
export const booked = v.object({
  chart_id: v.string(),
  clinician: v.string(),
  appointment_type_label: v.string(),
  local_start: v.string(),
  zone: v.string(),
  sessions: v.array(v.object({ date: v.string() })),
});
export const edited = v.object({ appointment_id: v.string(), reach, local_start: v.string() });
export const editedOne = v.object({ appointment_id: v.string(), local_start: v.string() });
export const cancelled = v.object({ appointment_id: v.string(), reach });
export const restored = v.object({ series_id: v.string(), cancelled: v.string() });
export const extended = v.object({ series_id: v.string(), ends: v.object({ count: v.number() }), through: v.string() });
export const named = v.object({ series_id: v.string() });
export const placed = v.object({ unplaced_id: v.string(), local_start: v.string() });
export const dropped = v.object({ unplaced_id: v.string(), dropped: v.boolean() });

const ofSeries = v.object({ id: v.string(), date: v.string() });
export const heldSession = v.object({ series: ofSeries, start: v.string(), clinician: v.string(), status: v.string() });
export const heldUnplaced = v.object({ series: ofSeries, start: v.string(), state: v.string() });
export const heldSeries = v.object({
  plan: v.array(v.object({ facts: v.object({ appointment_type_label: v.string() }) })),
  until: v.optional(v.string()),
});
