import type { Json } from './record.ts';

/** JSON with sorted keys: equal values give equal text, on every side. Used for digests and signatures. */
export function canonicalJson(value: Json | undefined): string {
  if (value === undefined) return 'null';
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) text += `${text === '' ? '' : ','}${canonicalJson(item)}`;
    return `[${text}]`;
  }
  // By code unit, on every platform. Built up in place: each push is digested, each audit row chained.
  for (const name of Object.keys(value).sort()) {
    const field = (value as Readonly<Record<string, Json | undefined>>)[name];
    if (field !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(field)}`;
  }
  return `{${text}}`;
}
