import * as v from 'valibot';

/** An answer: words, boxes that are ticked, or one choice for each row of a grid. */
export const answer = v.union([v.string(), v.array(v.string()), v.record(v.string(), v.string())]);

/** What an answer says, as one text: the same for the same answer, in whatever order its rows were chosen. */
export function wordsIn(given: v.InferOutput<typeof answer>): string {
  if (typeof given === 'string') return given;
  if (Array.isArray(given)) return JSON.stringify(given);
  return JSON.stringify(Object.entries(given).sort(([one], [other]) => (one < other ? -1 : 1)));
}
