import { createContext, use, type ReactNode } from 'react';

const BesideContext = createContext(false);

/** What stands beside the thing a screen is for: it asks the replica once that is on screen. */
export function Beside({ children }: { readonly children: ReactNode }) {
  return <BesideContext value>{children}</BesideContext>;
}

/** Whether whoever asks here stands beside what the screen is for. */
export function useIsBeside(): boolean {
  return use(BesideContext);
}
