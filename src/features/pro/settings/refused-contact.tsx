import { Link } from '@tanstack/react-router';
import { canEdit } from '../../../model/work/can-retry.ts';
import { refusalWords } from '../../../model/work/refusal-words.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { RefusedContact } from './refused-contacts.ts';

interface RefusedContactNoticeProps {
  readonly refused: RefusedContact;
  /** What the contact is called now; null: not known here. */
  readonly name: string | null;
  readonly onAgain: () => void;
}

/** A change that the server did not take: kept, with a way to look at what is there now and to say it again. */
export function RefusedContactNotice({ refused, name, onAgain }: RefusedContactNoticeProps) {
  const { item, contactId, said } = refused;
  const called = name ?? said.name ?? null;
  return (
    <Notice
      tone="need"
      role="alert"
      title={
        contactId === null
          ? `${called ?? 'A new contact'} was not added`
          : `A change to ${called ?? 'a contact'} was not taken`
      }
      actions={
        <>
          {canEdit(item.code) && Object.keys(said).length > 0 ? (
            <Button onClick={onAgain}>{contactId === null ? 'Open it again' : 'See what is there now'}</Button>
          ) : null}
          <Link to="/pro-dashboard/sync" className={buttonClass()}>
            See what was kept
          </Link>
        </>
      }
    >
      {refusalWords(item)}
    </Notice>
  );
}
