import { slots } from './note-sentences.ts';
import type { Seeded } from './seeded.ts';

/** Fills the slots in braces of a sentence. */
export function fillSlots(seeded: Seeded, template: string): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => seeded.pick(slots[name] ?? ['']));
}
