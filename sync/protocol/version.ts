/**
 * The wire's version. A change of any message schema needs a new version here and a new hash in `version.test.ts`;
 * 2: a push may say where its replica stands, and its answer bring the page from there; 3: a page names its digest, one record can
 * be asked for again alone, and devices sign with keys of their own; 4: a record says by which scope above it is seen, a refusal may
 * have a detail. The server goes on understanding older versions: an old
 * client's unsent work is never refused for being old.
 */
export const protocolVersion = 4;
