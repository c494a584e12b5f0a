/** [C-315] `-` stands for a digit; everything else as it is. */
export const phoneMask = '(---) --- ----';
/** [C-483] Month, day, year. */
export const dateMask = '--/--/----';

/** Area code and exchange begin with 2 to 9 (the North American Numbering Plan). */
const aheadOf: Readonly<Record<string, string>> = { [phoneMask]: '(?=.[2-9].{4}[2-9])' };

/** [C-486] What a whole text under this mask looks like. */
export function maskPattern(mask: string): RegExp {
  const parts = Array.from(mask, (letter) => (letter === '-' ? '\\d' : letter.replace(/[^\w\s]/, '\\$&')));
  return new RegExp(`^${aheadOf[mask] ?? ''}${parts.join('')}$`);
}

/**
 * What was typed, laid out under the mask as far as it fits. No digit of it is ever lost, but for the 1 before the ten of a North
 * American number; what does not fit stays as it was typed. A letter behind digits is passed over, as a key that does nothing.
 */
export function applyMask(text: string, mask: string): string {
  const typed = /^[^\p{L}]*\d[^\p{L}]*\p{L}$/u.test(text) ? text.slice(0, -1) : text;
  return mask === dateMask ? layOutDate(typed) : layOutPhone(typed, mask);
}

function layOutPhone(text: string, mask: string): string {
  const digits = text.replaceAll(/\D/g, '');
  const local = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  // A number of another country, or one of this with its 1 that is not whole yet.
  const isForeign = text.trim().startsWith('+') && local === digits;
  const isWords = /[^\d\s().\-/+]/.test(text);
  if (isWords || isForeign || local.startsWith('1') || local.length > 10) return text;
  let out = '';
  let at = 0;
  for (const letter of mask) {
    const digit = local[at];
    if (digit === undefined) break;
    out += letter === '-' ? digit : letter;
    if (letter === '-') at += 1;
  }
  return out;
}

/** `1/2/1990` and `1990-01-02` as `01/02/1990`, key by key: a slash pads what stands before it. */
function layOutDate(text: string): string {
  const typed = text.trim();
  if (/^\d{4}-\d\d-\d\d$/.test(typed)) return toDateText(typed);
  const parts = typed.split(/[/.\-\s]+/);
  const [first = '', ...rest] = parts;
  if (parts.length === 1) {
    // What cannot be a month is the year of a date that begins with it.
    const isYear = first.length <= 2 || Number(first.slice(0, 2)) > 12;
    if (isYear || first.length > 8 || /\D/.test(first)) return text;
    return [first.slice(0, 2), first.slice(2, 4), first.slice(4)].filter((part) => part !== '').join('/');
  }
  const month = first.padStart(2, '0');
  const day = (rest[0] ?? '').slice(0, 2);
  const year = `${(rest[0] ?? '').slice(2)}${rest.slice(1).join('')}`;
  const isOne = /^\d{1,2}$/.test(first) && /^\d*$/.test(`${day}${year}`) && year.length <= 4;
  if (!isOne) return text;
  if (rest.length > 1 && day !== '') return `${month}/${day.padStart(2, '0')}/${year}`;
  return [month, day, ...(year === '' ? [] : [year])].join('/');
}

/** [C-483] `1/2/1990`, and `1990-1-2`, as `1990-01-02`; null where it is no day. */
export function fromDateText(text: string): string | null {
  const typed = text.trim();
  const { month, day, year } =
    (
      /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})$/.exec(typed) ??
      /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/.exec(typed)
    )?.groups ?? {};
  if (month === undefined || day === undefined || year === undefined) return null;
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00.000Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}

/** `1990-01-02` as `01/02/1990`; '' for anything else. */
export function toDateText(iso: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(iso) ?? [];
  return year === undefined ? '' : `${month}/${day}/${year}`;
}
