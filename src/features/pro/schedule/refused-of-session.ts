import type { AttentionItem } from '../../../../sync/client/api.ts';

/** The refused changes of a session itself, the oldest first. Those of its note are said on the note's page. */
export function refusedOfSession(items: readonly AttentionItem[], appointmentId: string): readonly AttentionItem[] {
  return items
    .filter(({ name, args }) => name.startsWith('appointment.') && namesSession(args, appointmentId))
    .toSorted((one, other) => (one.at < other.at ? -1 : 1));
}

function namesSession(args: AttentionItem['args'], appointmentId: string): boolean {
  return typeof args === 'object' && args !== null && 'appointment_id' in args && args.appointment_id === appointmentId;
}
