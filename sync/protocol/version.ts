/**
 * The wire's version. A change of any message schema needs a new version here and a new hash in `version.test.ts`;
 * the server goes on understanding older versions: an old client's unsent work is never refused for being old.
 */
export const protocolVersion = 1;
