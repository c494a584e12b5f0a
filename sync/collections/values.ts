import * as v from 'valibot';
import { isInstant } from '../core/instant.ts';

/** An id: URL-safe ASCII. */
export const idSchema = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.~:-]{1,80}$/));

/** The id of a record: longer than one that a device makes, since some are put together of several. */
export const recordIdForm = /^[A-Za-z0-9_.~:-]{1,200}$/;

/** 24 characters of UTC with milliseconds. */
export const instantSchema = v.pipe(v.string(), v.check(isInstant, 'not an instant'));

/** `YYYY-MM-DD`. */
export const dateSchema = v.pipe(v.string(), v.isoDate());

/** A short line of text, as in names. */
export const lineSchema = v.pipe(v.string(), v.maxLength(300));

/** A name that is seen whole: no sign of direction or control, and nothing without a width, stands in it. */
export const seenName = /^[^\p{C}]*$/u;

/** A clinical text: long, but bounded so that one record fits one request. */
export const longTextSchema = v.pipe(v.string(), v.maxLength(100_000));

/** [C-458] One `@` with something before it and a dotted name behind. Whether it is somebody's, its mail proves. */
export const emailLine = v.pipe(v.string(), v.trim(), v.maxLength(320), v.regex(/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/u));

/** A local date and time to the minute, `YYYY-MM-DDTHH:MM`. */
export const localTimeSchema = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/));

/** IANA zone name. */
export const zoneSchema = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_+/-]{1,64}$/));
