import * as v from 'valibot';

const whole = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number));

/** `skip` and `limit` of a list, as a query string has them. */
export function pageSchema(limit: number) {
  return {
    skip: v.optional(whole, '0'),
    limit: v.optional(v.pipe(whole, v.minValue(1), v.maxValue(500)), String(limit)),
  };
}

/** A switch in a query string. */
export const switchSchema = v.pipe(
  v.picklist(['true', 'false', '1', '0']),
  v.transform((text) => text === 'true' || text === '1'),
);
