/** [C-315] `-` stands for a digit; everything else as it is. */
export const phoneMask = '(---) --- ----';
/** [C-483] Month, day, year. */
export const dateMask = '--/--/----';

/** [C-486] What a whole text under this mask looks like. */
export function maskPattern(mask: string): RegExp {
  const parts = Array.from(mask, (letter) => (letter === '-' ? '\\d' : letter.replace(/[^\w\s]/, '\\$&')));
  return new RegExp(`^${parts.join('')}$`);
}

/** What was typed, laid out under the mask: its digits alone count, and none beyond the mask's. */
export function applyMask(text: string, mask: string): string {
  const digits = text.replaceAll(/\D/g, '');
  let out = '';
  let at = 0;
  for (const letter of mask) {
    const digit = digits[at];
    if (digit === undefined) break;
    out += letter === '-' ? digit : letter;
    if (letter === '-') at += 1;
  }
  return out;
}

/** [C-483] `1/2/1990` as `1990-01-02`; null where it is no day. */
export function fromDateText(text: string): string | null {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim()) ?? [];
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
