import { EmptyState } from '../../ui/empty-state.tsx';

/** Beside the list while nobody is chosen. */
export function ChartsIndex() {
  return <EmptyState title="Choose a client">Sessions, notes and who has access stand here.</EmptyState>;
}
