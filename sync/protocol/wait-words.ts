/** What somebody reads who asked too often, with how long it lasts. `seconds`: as `Retry-After` has them. */
export function waitWords(subject: 'attempts' | 'requests', seconds: number): string {
  return `Too many ${subject}. Please ${untilThen(seconds)}.`;
}

function untilThen(seconds: number): string {
  if (seconds <= 60) return 'wait a moment';
  const minutes = Math.ceil(seconds / 60);
  // From two hours on nobody counts minutes.
  if (minutes < 120) return `try again in ${minutes} minutes`;
  return `try again in ${Math.ceil(minutes / 60)} hours`;
}
