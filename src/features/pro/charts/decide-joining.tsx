import type { SeenRecord } from '../../../../sync/client/api.ts';
import type { ChartInvite } from '../../../../sync/collections/chart-invite.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import styles from './chart-detail.module.css';

export interface DecideJoiningProps {
  readonly kind: 'let-in' | 'undo';
  readonly invite: SeenRecord<ChartInvite>;
  readonly name: string;
  readonly onClose: () => void;
}

/** Lets in who has joined, or sends them away. */
export function DecideJoining({ kind, invite, name, onClose }: DecideJoiningProps) {
  const { busy, failure, run } = useChange(onClose);
  const args = { chart_id: invite.body.chart_id, invite_id: invite.id };
  const isIn = kind === 'let-in';
  return (
    <Sheet
      open
      title={isIn ? `Let ${name} in?` : `Undo the joining of ${name}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button
            tone={isIn ? 'primary' : 'danger'}
            disabled={busy}
            onClick={() => void run(isIn ? 'chart.confirm_joined' : 'chart.undo_joining', args)}
          >
            {isIn ? 'Let in' : 'Undo'}
          </Button>
        </>
      }
    >
      <p className={styles.breakable}>
        Somebody has joined with <strong>{invite.body.joined_email}</strong>.{' '}
        {isIn
          ? `If this is ${name}, let them in: they then see their sessions and how they are reached, and nothing that you write. If you are not sure, ask them first.`
          : 'They see nothing of this chart any more as soon as the server knows. Their account stays, and you can invite anew.'}
      </p>
      {failure ? (
        <Notice tone="need" role="alert">
          {failure}
        </Notice>
      ) : null}
    </Sheet>
  );
}
