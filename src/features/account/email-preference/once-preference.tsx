import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ShownPreference } from '../../../../sync/protocol/email-preference.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { Answer } from './preference-calls.ts';
import narrow from '../../../ui/narrow-page.module.css';

interface OncePreferenceProps {
  readonly title: string;
  readonly answer: Answer | null;
  readonly onRetry: () => void;
  readonly children: (preference: ShownPreference) => ReactNode;
}

/** What stands there once it is known what the address is sent; until then, or where it cannot be known, that. */
export function OncePreference({ title, answer, onRetry, children }: OncePreferenceProps) {
  if (answer?.kind === 'known') return children(answer.preference);
  return (
    <>
      <h1>{title}</h1>
      {answer === null ? (
        <Skeleton lines={3} />
      ) : (
        <>
          <Notice tone={answer.kind === 'offline' ? 'wait' : 'need'} role="alert">
            {answer.message}
          </Notice>
          <div className={narrow.actions}>
            <Button onClick={onRetry}>Try again</Button>
            {answer.kind === 'refused' ? (
              <Link to="/login" className={buttonClass()}>
                Log in
              </Link>
            ) : null}
          </div>
        </>
      )}
    </>
  );
}
