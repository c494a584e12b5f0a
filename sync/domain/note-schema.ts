/** The spec's form elements. A section holds elements, never another section. */
export type FormElement =
  | { readonly type: 'section'; readonly title: string; readonly children: readonly FormElement[] }
  | { readonly type: 'text-only'; readonly text: string }
  | { readonly type: 'short-answer'; readonly field: string; readonly label: string }
  | { readonly type: 'paragraph'; readonly field: string; readonly label: string; readonly hint?: string }
  | {
      readonly type: 'radios';
      readonly field: string;
      readonly label: string;
      readonly options: readonly string[];
      /** The question on risk: left empty it is asked about once more, apart from whatever else is empty. */
      readonly asksRisk?: true;
    }
  | { readonly type: 'checkboxes'; readonly field: string; readonly label: string; readonly options: readonly string[] }
  | {
      readonly type: 'radios-grid';
      readonly field: string;
      readonly label: string;
      readonly rows: readonly string[];
      readonly options: readonly string[];
    };

export interface NoteSchema {
  readonly note_schema_id: string;
  readonly note_schema_revision: number;
  /** What is written on it. */
  readonly kind: 'note';
  readonly title: string;
  readonly elements: readonly FormElement[];
}

/** [S-315] Insists on the spec's one structural rule, in its words. */
export function assertNoteSchema(schema: NoteSchema): void {
  for (const element of schema.elements) {
    if (element.type !== 'section') continue;
    if (element.children.some((child) => child.type === 'section'))
      throw new Error('Section children cannot be sections');
  }
}

/** Every element that holds an answer, in reading order. */
export function answerElements(schema: NoteSchema): readonly Exclude<FormElement, { type: 'section' | 'text-only' }>[] {
  return schema.elements
    .flatMap((element) => (element.type === 'section' ? element.children : [element]))
    .filter((element): element is Exclude<FormElement, { type: 'section' | 'text-only' }> => 'field' in element);
}

/** Whether an answer is written prose, so that two versions can be put together by hand. */
export function isProse(element: FormElement): boolean {
  return element.type === 'paragraph' || element.type === 'short-answer';
}
