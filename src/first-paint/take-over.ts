/** How long what was painted stands at most: a page that never comes must not hide whatever came instead. */
const patienceMs = 10_000;

type Typed = { readonly name: string; readonly value: string | boolean };

/**
 * The page came as HTML (`render-page.tsx`) and stands there until the app has drawn its own into `root`, which takes its place in
 * one step, with what was typed meanwhile and where the caret stood. Where nothing was painted, nothing is done.
 */
export function takeOver(root: HTMLElement, painted: HTMLElement | null): void {
  if (!painted) return;
  root.hidden = true;
  const swap = (): void => {
    observer.disconnect();
    clearTimeout(timer);
    root.hidden = false;
    carryOver(painted, root);
    painted.remove();
  };
  const observer = new MutationObserver(() => {
    // Every page of ours has one, what went wrong included; the bar above it comes sooner.
    if (root.querySelector('main')) swap();
  });
  observer.observe(root, { childList: true, subtree: true });
  const timer = setTimeout(swap, patienceMs);
}

function carryOver(painted: HTMLElement, root: HTMLElement): void {
  const from = [...painted.querySelectorAll('input')];
  for (const { name, value } of from.flatMap(typedIn)) {
    const field = fieldOf(root, name);
    if (field) enter(field, value);
  }
  const focused = from.find((field) => field === document.activeElement);
  const target = (focused && fieldOf(root, focused.name)) ?? root.querySelector<HTMLInputElement>('[data-first]');
  target?.focus();
  // Of an e-mail field no browser says where the caret stands.
  if (focused && target && focused.selectionStart !== null)
    target.setSelectionRange(focused.selectionStart, focused.selectionEnd);
}

/** What a person has put in; what stands there as it was painted is no news. */
function typedIn(field: HTMLInputElement): readonly Typed[] {
  const { name, type } = field;
  if (type === 'checkbox') return field.checked === field.defaultChecked ? [] : [{ name, value: field.checked }];
  return field.value === field.defaultValue ? [] : [{ name, value: field.value }];
}

function fieldOf(root: HTMLElement, name: string): HTMLInputElement | null {
  return name === '' ? null : root.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`);
}

/** As the person would: the app hears of it. */
function enter(field: HTMLInputElement, value: string | boolean): void {
  if (typeof value === 'boolean') {
    if (field.checked !== value) field.click();
    return;
  }
  // React keeps a value of its own on the element, and overlooks what is set past the prototype.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
