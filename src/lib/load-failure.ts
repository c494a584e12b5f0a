/** What is said where a part of the app could not be fetched. */
export const notHereWords =
  'This part of Orchid is not on this device yet, and could not be fetched. Check the connection.';

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
