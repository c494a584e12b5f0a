/** A device travels, and its settings change; so long an answer stands before it is asked again, by the clock that goes on while it sleeps. */
const staleMs = 60_000;

/** Asks the device when the answer is first needed, and again once it may have become another one. */
export function deviceFact<Fact>(ask: () => Fact): () => Fact {
  let known: { readonly fact: Fact; readonly atMs: number } | null = null;
  return () => {
    const nowMs = Date.now();
    if (!known || Math.abs(nowMs - known.atMs) > staleMs) known = { fact: ask(), atMs: nowMs };
    return known.fact;
  };
}
