import { fromDateText } from '../../../forms/mask.ts';
import { ageOn } from '../../../lib/time.ts';

interface Typed {
  readonly dob: string;
  readonly guardian_name: string;
  readonly guardian_relationship: string;
  readonly guardian_phone: string;
}

const fullAge = 18;

/**
 * Whether a form asks who decides with somebody: a minor by the birth date that was typed, or somebody of whom it stands there already.
 * `today`: the date where the form is filled in.
 */
export function isMinorTyped(typed: Typed, today: string = new Date().toLocaleDateString('en-CA')): boolean {
  if ([typed.guardian_name, typed.guardian_relationship, typed.guardian_phone].some((text) => text !== '')) return true;
  const born = fromDateText(typed.dob);
  return born !== null && born <= today && ageOn(born, today) < fullAge;
}
