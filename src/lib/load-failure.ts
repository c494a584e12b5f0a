import { supportMail } from './support.ts';

/** What is said where a part of the app could not be fetched. */
export const notHereWords =
  'This part of Orchid is not on this device yet, and could not be fetched. Check the connection.';

/** What is said where it failed by a bug of ours: not that a network is missing. */
export const failedWords = `This part of Orchid failed. What was saved on this device is safe. If it happens again, write to ${supportMail}.`;

/** What is said in the place of a part that did not come, and above it. */
export function whyMissing(error: unknown): { readonly title: string; readonly words: string } {
  return isLoadFailure(error)
    ? { title: 'No connection', words: notHereWords }
    : { title: 'Something went wrong', words: failedWords };
}

/** Whether a part of the app could not be fetched, its script or its style sheet; anything else is a bug of ours. */
export function isLoadFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    /unable to preload css|dynamically imported module|importing a module script|module script failed/i.test(
      error.message,
    ) ||
    (error instanceof TypeError && /failed to fetch|load failed|networkerror/i.test(error.message))
  );
}
