import { answerElements, type FormElement, type NoteSchema } from '../../sync/domain/note-schema.ts';

type Answerable = Exclude<FormElement, { type: 'section' | 'text-only' }>;

/** A note schema in the three forms of the spec's answer. */
export function noteSchemaJson(schema: NoteSchema) {
  const elements = answerElements(schema);
  return {
    note_schema_id: schema.note_schema_id,
    note_schema_revision: schema.note_schema_revision,
    title: schema.title,
    json_schema: {
      type: 'object',
      title: schema.title,
      properties: Object.fromEntries(elements.map((element) => [element.field, propertyOf(element)])),
    },
    ui_schema: Object.fromEntries([
      ['ui:order', elements.map((element) => element.field)],
      ...elements.map((element) => [element.field, { 'ui:widget': element.type }]),
    ]),
    schema_v2: schema.elements,
  };
}

function propertyOf(element: Answerable): Readonly<Record<string, unknown>> {
  const { label: title } = element;
  switch (element.type) {
    case 'short-answer':
    case 'paragraph':
      return { type: 'string', title };
    case 'radios':
      return { type: 'string', title, enum: element.options };
    case 'checkboxes':
      return { type: 'array', title, items: { type: 'string', enum: element.options }, uniqueItems: true };
    case 'radios-grid':
      return {
        type: 'object',
        title,
        properties: Object.fromEntries(element.rows.map((row) => [row, { type: 'string', enum: element.options }])),
      };
  }
}
