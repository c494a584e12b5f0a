import { useState } from 'react';
import { isShortCode } from '../../../../sync/protocol/invite-message.ts';
import type { BroughtCodes } from '../../../model/invites/brought-codes.ts';
import { useHeldCodes } from '../../../model/invites/held-codes.ts';
import { PaperCodeForm } from '../../../model/invites/paper-code-form.tsx';
import { Button } from '../../../ui/button.tsx';
import { CompleteSignup } from './complete-signup.tsx';
import { MailedInvite } from './mailed-invite.tsx';
import { OwnEmailForm } from './own-email-form.tsx';
import { RegisterPage } from './register-page.tsx';

/** [C-078] `/member-register`, with an invite or without. */
export function MemberRegister() {
  const codes = useHeldCodes();
  const [hasPaper, setHasPaper] = useState(false);
  const { chart, dob, completeSignup } = codes;
  if (completeSignup !== '') return <CompleteSignup token={completeSignup} />;
  if (chart !== '' && dob === '' && chart.length > 40) return <MailedInvite codes={codes} />;
  if (chart !== '' && dob !== '' && isShortCode(chart.replaceAll(/[\s-]/g, '')))
    return <OwnEmail codes={codes} title="Your invite is right" />;
  if (chart !== '' || hasPaper)
    return (
      <RegisterPage title="Your invite" logInAt="/join" lead="The code works together with your birth date, and once.">
        <PaperCodeForm code={chart} />
      </RegisterPage>
    );
  return <OwnEmail codes={codes} title="Get personalized care" onPaper={() => setHasPaper(true)} />;
}

interface OwnEmailProps {
  readonly codes: BroughtCodes;
  readonly title: string;
  readonly onPaper?: () => void;
}

/** Who says her e-mail herself, and confirms it. */
function OwnEmail({ codes, title, onPaper }: OwnEmailProps) {
  return (
    <RegisterPage title={title} logInAt={codes.chart === '' ? '/login' : '/join'}>
      <OwnEmailForm codes={codes} />
      {onPaper ? (
        <Button tone="quiet" onClick={onPaper}>
          I have a code on paper
        </Button>
      ) : null}
    </RegisterPage>
  );
}
