import { Link } from '@tanstack/react-router';
import { PencilLine } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { SeenRecord } from '../../../../sync/client/api.ts';
import { lazySheet } from '../../../forms/lazy-sheet.tsx';
import { loadAgain } from '../../../lib/load-again.ts';
import { useClient } from '../../../lib/client-context.ts';
import { canEdit } from '../../../model/work/can-retry.ts';
import { followWork } from '../../../model/work/follow-work.ts';
import { refusalWords } from '../../../model/work/refusal-words.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { ChartPerson } from './client-rows.ts';
import type { EditPersonSheetProps } from './edit-person-sheet.tsx';
import { refusedEdits, type RefusedEdit } from './refused-edits.ts';

const EditPersonSheet = lazySheet<EditPersonSheetProps>(
  'What is known of this client',
  loadAgain(
    () => import('./edit-person-sheet.tsx'),
    (module) => module.EditPersonSheet,
  ),
);

interface EditPersonProps {
  readonly chartId: string;
  readonly people: readonly SeenRecord<ChartPerson>[];
  readonly timezone: string;
  /** The version of the zone on screen. */
  readonly timezoneStamp?: string;
}

/** The way to change what is known of a client. */
export function EditPerson({ chartId, people, timezone, timezoneStamp = '' }: EditPersonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<PencilLine size={16} aria-hidden />} onClick={() => setOpen(true)}>
        Edit
      </Button>
      {isOpen ? (
        <EditPersonSheet
          {...{ chartId, people, timezone, timezoneStamp }}
          again={null}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

/** [CH-2] A change of a client that the server did not take: said here, with what is there now beside what was written. */
export function RefusedEditNotice({ chartId, people, timezone, timezoneStamp = '' }: EditPersonProps) {
  const client = useClient();
  const [refused, setRefused] = useState<readonly RefusedEdit[]>([]);
  const [again, setAgain] = useState<RefusedEdit | null>(null);
  useEffect(
    () =>
      followWork(
        client,
        () => client.attention(),
        (all) => setRefused(refusedEdits(all, chartId)),
      ),
    [client, chartId],
  );
  const last = refused.at(-1);
  return (
    <>
      {last ? (
        <Notice
          tone="need"
          role="alert"
          title="A change to this client was not taken"
          actions={
            <>
              {canEdit(last.item.code) && people.some(({ id }) => id === last.personId) ? (
                <Button onClick={() => setAgain(last)}>See what is there now</Button>
              ) : null}
              <Link to="/pro-dashboard/sync" className={buttonClass('quiet')}>
                See what was kept
              </Link>
            </>
          }
        >
          {refusalWords(last.item)}
        </Notice>
      ) : null}
      {again ? (
        <EditPersonSheet
          {...{ chartId, people, timezone, timezoneStamp }}
          again={again}
          onClose={() => setAgain(null)}
        />
      ) : null}
    </>
  );
}
