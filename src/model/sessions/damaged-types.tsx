import { recordKey } from '../../../sync/core/record.ts';
import { useStatus } from '../../lib/client-context.ts';
import { Notice } from '../../ui/notice.tsx';

/** [C-627] Says that a list of session types is not whole: one came damaged, and is not in it until it has been fetched again. */
export function DamagedTypes() {
  const { damaged } = useStatus();
  const anyType = recordKey('appointment_type', '');
  if (!damaged.some((key) => key.startsWith(anyType))) return null;
  return (
    <Notice tone="need" role="alert">
      failed to fetch session types: one of them came damaged, and is being fetched again.
    </Notice>
  );
}
