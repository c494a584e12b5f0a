import { createHash } from 'node:crypto';
import type { GenericSchema } from 'valibot';

/** The form of a schema as text: types, entries and options, without functions and messages. */
function formOf(schema: unknown, depth = 0): unknown {
  if (depth > 12 || typeof schema !== 'object' || schema === null) return typeof schema === 'object' ? null : schema;
  if (Array.isArray(schema)) return schema.map((item) => formOf(item, depth + 1));
  const kept = [
    'kind',
    'type',
    'entries',
    'options',
    'item',
    'items',
    'literal',
    'wrapped',
    'key',
    'value',
    'pipe',
    'requirement',
    'reference',
  ];
  return Object.fromEntries(
    Object.entries(schema)
      .filter(
        ([name, value]) =>
          kept.includes(name) || (depth > 0 && typeof value === 'object' && !['~standard', '~run'].includes(name)),
      )
      .filter(([, value]) => typeof value !== 'function')
      .map(([name, value]) => [name, value instanceof RegExp ? value.source : formOf(value, depth + 1)]),
  );
}

/** A short hash of the forms of some schemas, their bounds too. */
export function hashOf(schemas: readonly GenericSchema[]): string {
  return createHash('sha256')
    .update(JSON.stringify(schemas.map((schema) => formOf(schema))))
    .digest('hex')
    .slice(0, 16);
}
