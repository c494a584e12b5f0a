import type { SecuritySheetProps } from '../features/account/security/security-sheet.tsx';
import { lazySheet } from '../forms/lazy-sheet.tsx';
import { loadAgain } from '../lib/load-again.ts';

/** With what the account is opened; fetched when it is asked for. */
export const SecuritySheet = lazySheet<SecuritySheetProps>(
  'Password and recovery',
  loadAgain(
    () => import('../features/account/security/security-sheet.tsx'),
    (module) => module.SecuritySheet,
  ),
);
