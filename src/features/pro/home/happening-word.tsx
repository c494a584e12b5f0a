import { Clock3, Play } from 'lucide-react';
import type { Appointment } from '../../../../sync/collections/appointment.ts';
import { isHappening } from '../../../../sync/domain/session-windows.ts';
import { StatusWord } from '../../../ui/status-word.tsx';

interface HappeningWordProps {
  readonly session: Appointment;
  readonly now: string;
}

/** [S-400] Marks a session that is under way or about to begin; of every other one nothing is said. */
export function HappeningWord({ session, now }: HappeningWordProps) {
  if (!isHappening(session, now)) return null;
  return session.start <= now ? (
    <StatusWord tone="accent" icon={Play}>
      Now
    </StatusWord>
  ) : (
    <StatusWord tone="accent" icon={Clock3}>
      Soon
    </StatusWord>
  );
}
