/**
 * Puts a value into a field of a form as typing it would: whoever listens to the field hears of it. Does nothing where there is no such
 * field.
 */
export function putInField(formId: string, name: string, value: string): void {
  const form = document.getElementById(formId);
  const field = form instanceof HTMLFormElement ? form.elements.namedItem(name) : null;
  if (field instanceof HTMLSelectElement) put(field, HTMLSelectElement.prototype, { value, event: 'change' });
  if (field instanceof HTMLInputElement) put(field, HTMLInputElement.prototype, { value, event: 'input' });
}

/** By the prototype's own setter: React remembers what was put by the element's, and would hear of nothing. */
function put(
  field: HTMLElement,
  prototype: object,
  { value, event }: { readonly value: string; readonly event: string },
): void {
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(event, { bubbles: true }));
}
