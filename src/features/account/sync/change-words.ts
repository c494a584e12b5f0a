import * as v from 'valibot';
import type { AttentionItem, PendingChange } from '../../../../sync/client/api.ts';
import type { Json } from '../../../../sync/core/record.ts';
import { answerElements } from '../../../../sync/domain/note-schema.ts';
import { noteSchemaOf, noteSchemas } from '../../../../sync/domain/note-schemas.ts';
import { repeatRule } from '../../../../sync/domain/recurrence.ts';
import { fullDate, localDateAndTime, minuteWords } from '../../../lib/time.ts';
import { dateSpan, endsWords, rhythmWords, sessionsWord } from '../../../model/sessions/repeat-words.ts';
import { wordsOf, type ArgumentWords } from '../../../../sync/collections/mutator-words.ts';

/** What a change is, in the person's words. */
export function changeName(name: string): string {
  return wordsOf(name)?.title ?? 'Change';
}

/** A change with its content, whether it waits or was refused. */
export type Change = Pick<AttentionItem | PendingChange, 'name' | 'args'>;

export interface ChangePart {
  readonly key: string;
  readonly label: string;
  readonly text: string;
}

function isObject(value: Json | undefined): value is { readonly [key: string]: Json | undefined } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The session that a change belongs to, where it names one. */
export function appointmentOf(item: Change): string | null {
  const id = isObject(item.args) ? item.args['appointment_id'] : undefined;
  return typeof id === 'string' ? id : null;
}

/**
 * Waiting changes as a person counts them: one text typed in several pauses is one change, shown as it stands now, where its
 * first one stood. What cannot be read stands for itself.
 */
export function newestPerField(pending: readonly PendingChange[]): readonly PendingChange[] {
  const byText = new Map<string, PendingChange>();
  for (const change of pending) byText.set(textKey(change) ?? change.uid, change);
  return [...byText.values()];
}

/** Which text of which note a change writes; null for everything else. */
function textKey(change: PendingChange): string | null {
  const answers = isObject(change.args) ? change.args['answers'] : undefined;
  if (change.name !== 'note.edit' || !isObject(answers)) return null;
  return `${appointmentOf(change)}|${Object.keys(answers).toSorted().join()}`;
}

/** Which parts of a note a change writes, as the note's page calls them. */
export function noteParts(change: Change): readonly string[] {
  if (change.name === 'note.sign') return ['Signature'];
  if (change.name === 'note.edit') return changeParts(change).map(({ label }) => label);
  const field = isObject(change.args) ? change.args['field'] : undefined;
  return typeof field === 'string' ? [fieldLabel(field, change.args)] : [];
}

/** What the form of a change calls a field; of a change that names no form, the newest known form that has it. */
function fieldLabel(field: string, args: Json): string {
  const { note_schema_id: id, note_schema_revision: revision } = isObject(args) ? args : {};
  const named =
    typeof id === 'string' && typeof revision === 'number'
      ? [noteSchemaOf({ note_schema_id: id, note_schema_revision: revision })]
      : noteSchemas.toReversed();
  const elements = named.flatMap((schema) => (schema ? answerElements(schema) : []));
  return elements.find((element) => element.field === field)?.label ?? field;
}

/** The content of a change, part by part, as text. What a newer build added is shown as it is. */
export function changeParts(item: Change): readonly ChangePart[] {
  if (!isObject(item.args)) return [];
  const known = wordsOf(item.name)?.args;
  return Object.entries(item.args).flatMap(([key, value]) => {
    const said = known?.[key] === undefined ? key : known[key];
    if (said === null) return [];
    const words = typeof said === 'string' ? { label: said } : said;
    return words.as === 'answers' && isObject(value) ? answerParts(value, item.args) : [partOf(key, value, words)];
  });
}

function answerParts(answers: Readonly<Record<string, Json | undefined>>, args: Json): readonly ChangePart[] {
  return Object.entries(answers).map(([field, answer]) => ({
    key: field,
    label: fieldLabel(field, args),
    text: jsonText(answer),
  }));
}

function partOf(key: string, value: Json | undefined, words: ArgumentWords): ChangePart {
  if (words.as === 'people' && Array.isArray(value))
    return { key, label: words.label, text: value.map((one: Json) => peopleText(one)).join('; ') };
  const text =
    words.as === 'rule'
      ? ruleText(value)
      : words.as === 'dates'
        ? datesText(value)
        : words.as === 'times'
          ? timesText(value)
          : null;
  if (text !== null) return { key, label: words.label, text };
  return { key, label: words.label, text: valueText(jsonText(value), words) };
}

/** `Every 2 weeks, 12 times`; null of a rule that only a newer build knows. */
function ruleText(value: Json | undefined): string | null {
  return v.is(repeatRule, value) ? `${rhythmWords(value)}, ${endsWords(value.ends)}` : null;
}

const dated = v.pipe(v.array(v.object({ date: v.pipe(v.string(), v.isoDate()) })), v.minLength(1));

/** `12 sessions, 4 Jan – 22 Mar 2027`; null where they are no dates. */
function datesText(value: Json | undefined): string | null {
  const parsed = v.safeParse(dated, value);
  if (!parsed.success) return null;
  const dates = parsed.output.map(({ date }) => date);
  return `${sessionsWord(dates.length)}, ${dateSpan(dates[0] ?? '', dates.at(-1) ?? '')}`;
}

const timed = v.array(v.object({ local_start: v.pipe(v.string(), v.isoDateTime()) }));

/** `21 November 2026, 14:02`, one after the other, by the clock by which they were said; null where they are no times. */
function timesText(value: Json | undefined): string | null {
  const parsed = v.safeParse(timed, value);
  if (!parsed.success) return null;
  return parsed.output.map(({ local_start }) => localDateAndTime(local_start)).join('; ');
}

/** Somebody's facts one after the other, the name first. */
function peopleText(value: Json): string {
  return isObject(value)
    ? Object.values(value)
        .map((fact) => jsonText(fact))
        .join(' ')
    : jsonText(value);
}

function valueText(text: string, { as, values }: ArgumentWords): string {
  if (as === 'local time') return localDateAndTime(text);
  if (as === 'date') return fullDate(text);
  if (as === 'clock') return minuteWords(Number(text));
  if (as === 'cents') return `$${(Number(text) / 100).toFixed(2)}`;
  return values?.[text] ?? text;
}

function jsonText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.map((entry: Json) => jsonText(entry)).join(', ');
  if (isObject(value)) {
    return Object.entries(value)
      .map(([key, entry]) => `${key}: ${jsonText(entry)}`)
      .join(', ');
  }
  return '';
}

/** Whether the change holds text that a person may put right and send again. */
export function isEditable(item: AttentionItem): boolean {
  return item.name === 'note.edit' && textAnswers(item).length > 0;
}

/** The written answers of a refused note edit. */
export function textAnswers(item: AttentionItem): readonly (readonly [string, string])[] {
  const answers = isObject(item.args) ? item.args['answers'] : undefined;
  if (!isObject(answers)) return [];
  return Object.entries(answers).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
}

/** The same arguments with other texts. */
export function withAnswers(item: AttentionItem, texts: Readonly<Record<string, string>>): Json {
  if (!isObject(item.args)) return item.args;
  const answers = isObject(item.args['answers']) ? item.args['answers'] : {};
  return { ...item.args, answers: { ...answers, ...texts } };
}
