import type { Body } from '../../ports.ts';

type Ends<Parts extends readonly Body<unknown>[]> = {
  -readonly [Index in keyof Parts]: Parts[Index] extends Body<infer R> ? R : never;
};

/**
 * Runs parts of one body side by side: what they ask for in the same step goes to storage in one batch, so that they
 * cost as many round trips as the longest of them. Within a step the parts go on in the order given.
 */
export function* together<const Parts extends readonly Body<unknown>[]>(...parts: Parts): Body<Ends<Parts>> {
  const running = parts.map((part) => ({ part, step: part.next([]) }));
  for (;;) {
    const open = running.filter(({ step }) => !step.done);
    if (open.length === 0) break;
    const asked = open.map(({ step }) => (step.done ? [] : step.value));
    const results = yield asked.flat();
    let from = 0;
    for (const [index, run] of open.entries()) {
      const count = asked[index]?.length ?? 0;
      run.step = run.part.next(results.slice(from, from + count));
      from += count;
    }
  }
  return running.map(({ step }) => step.value) as Ends<Parts>;
}
