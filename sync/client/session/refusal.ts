import * as v from 'valibot';

const errorBody = v.object({ detail: v.union([v.string(), v.array(v.object({ msg: v.string() }))]) });

/** [spec 5] What a refusal says: a string detail as it is, otherwise the first detail's msg. */
export function detailOf(body: unknown, otherwise = 'The server did not understand it.'): string {
  const parsed = v.safeParse(errorBody, body);
  const detail = parsed.success ? parsed.output.detail : otherwise;
  return typeof detail === 'string' ? detail : (detail[0]?.msg ?? otherwise);
}
