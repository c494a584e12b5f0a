import type { AttentionItem, PendingChange } from '../../../../sync/client/api.ts';

/** Hands the change, and what was said with it, to the person as a file made on the device. Its name says only the day. */
export function exportChange(item: AttentionItem | PendingChange, beside: readonly AttentionItem[] = []): void {
  // Names that only this device knows them by.
  const { args, uid: _uid, thing: _thing, ...said } = { thing: null, ...item };
  const { at } = item;
  const with_it = beside.map(({ name, args: content }) => ({ name, content }));
  const text = JSON.stringify({ ...said, content: args, ...(with_it.length === 0 ? {} : { with_it }) }, null, 2);
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `orchid-change-${at.slice(0, 10)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
