import type { AttentionItem, PendingChange } from '../../../sync/client/api.ts';
import type { Json } from '../../../sync/core/record.ts';
import { answerElements } from '../../../sync/domain/note-schema.ts';
import { fullDate, localDateAndTime } from '../../lib/time.ts';
import { soapNote } from '../../../sync/domain/soap-note.ts';

const names: Readonly<Record<string, string>> = {
  'note.edit': 'Text in a note',
  'note.choose': 'Choice between two versions',
  'note.sign': 'Signature of a note',
  'appointment.create': 'New session',
  'appointment.cancel': 'Cancelled session',
  'appointment.restore': 'Restored session',
  'membership.grant': 'Access given',
  'membership.revoke': 'Access ended',
};

/** What a change is, in the person's words. */
export function changeName(name: string): string {
  return names[name] ?? 'Change';
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
  return typeof field === 'string' ? [fieldLabel(field)] : [];
}

function fieldLabel(field: string): string {
  return answerElements(soapNote).find((element) => element.field === field)?.label ?? field;
}

/** Ids and schema numbers mean nothing to a person. */
const silent = new Set([
  'appointment_id',
  'chart_id',
  'note_schema_id',
  'note_schema_revision',
  'author_name',
  'practice_id',
  'membership_id',
  'scope',
  'account',
  'seen',
  'device',
  'field',
  'start',
  'zone',
  'end',
]);
const labels: Readonly<Record<string, string>> = {
  appointment_type_label: 'Session',
  local_start: 'Begins',
  clinician_name: 'Clinician',
  place: 'Place',
  account_name: 'Colleague',
  role: 'As',
  until: 'Last day',
  name: 'Signed by',
  value: 'Text',
};

/** The content of a change, part by part, as text. */
export function changeParts(item: Change): readonly ChangePart[] {
  if (!isObject(item.args)) return [];
  const { answers } = item.args;
  if (item.name === 'note.edit' && isObject(answers)) {
    return Object.entries(answers).map(([field, value]) => ({
      key: field,
      label: fieldLabel(field),
      text: jsonText(value),
    }));
  }
  return Object.entries(item.args)
    .filter(([key]) => !silent.has(key))
    .map(([key, value]) => ({ key, label: labels[key] ?? key, text: partText(key, jsonText(value)) }));
}

function partText(key: string, text: string): string {
  if (key === 'local_start') return localDateAndTime(text);
  if (key === 'until') return fullDate(text);
  if (key === 'place') return text === 'telehealth' ? 'Video' : 'In person';
  return text;
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
