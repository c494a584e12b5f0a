import type { SecuritySheetProps } from '../features/account/security/security-sheet.tsx';
import { lazySheet } from '../forms/lazy-sheet.tsx';

/** With what the account is opened; fetched when it is asked for. */
export const SecuritySheet = lazySheet<SecuritySheetProps>('Password and recovery', () =>
  import('../features/account/security/security-sheet.tsx').then((module) => module.SecuritySheet),
);
