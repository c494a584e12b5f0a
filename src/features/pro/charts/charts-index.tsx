import { EmptyState } from '../../../ui/empty-state.tsx';

/** Beside the list while nobody is chosen. */
export function ChartsIndex() {
  return <EmptyState title="Choose a client">You will see sessions, notes and who has access.</EmptyState>;
}
