import { NarrowPage } from '../../../ui/narrow-page.tsx';
import { Notice } from '../../../ui/notice.tsx';

/** [C-624] What she said came damaged and is fetched again: nothing of it is shown as empty meanwhile. */
export function DamagedRecord() {
  return (
    <Notice tone="need" role="alert">
      failed to get orchid pro info: it came damaged, and is being fetched again.
    </Notice>
  );
}

/** [S-389] The same in place of quick intake. */
export function DamagedRecordPage() {
  return (
    <NarrowPage>
      <DamagedRecord />
    </NarrowPage>
  );
}
