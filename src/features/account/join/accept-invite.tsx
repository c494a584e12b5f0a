import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { noCodes } from '../../../model/invites/brought-codes.ts';
import { holdCodes, useHeldCodes } from '../../../model/invites/held-codes.ts';
import { acceptInvite, type Failed } from '../../../model/invites/invite-calls.ts';
import { PaperCodeForm } from '../../../model/invites/paper-code-form.tsx';
import { useInviteLook } from '../../../model/invites/use-invite-look.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import narrow from '../../../ui/narrow-page.module.css';

interface AcceptInviteProps {
  /** As whom. */
  readonly name: string;
}

/** Who has an account accepts an invite with it: nothing happens before the button. */
export function AcceptInvite({ name }: AcceptInviteProps) {
  const { chart, dob } = useHeldCodes();
  if (chart.length === 43 || (chart !== '' && dob !== '')) return <Accept chart={chart} dob={dob} name={name} />;
  return (
    <>
      <h1>Your invite</h1>
      <p className={narrow.lead}>With a code on paper, enter it here. With a mail, open the link in it.</p>
      <PaperCodeForm code={chart} />
    </>
  );
}

function Accept({ chart, dob, name }: AcceptInviteProps & { readonly chart: string; readonly dob: string }) {
  const navigate = useNavigate();
  const { state, again } = useInviteLook(chart, dob);
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<Failed | null>(null);
  if (state.kind === 'looking') return null;
  if (state.kind !== 'good')
    return (
      <>
        <h1>Your invite</h1>
        <Notice tone={state.kind === 'offline' ? 'wait' : 'need'} role="alert">
          {state.message}
        </Notice>
        {state.kind === 'offline' ? <Button onClick={again}>Try again</Button> : null}
        <Button onClick={() => holdCodes(noCodes)}>Enter another code</Button>
      </>
    );

  async function accept(): Promise<void> {
    setBusy(true);
    setFailed(null);
    const accepted = await acceptInvite({ chart, dob });
    setBusy(false);
    if (accepted.kind !== 'saved') {
      setFailed(accepted);
      return;
    }
    holdCodes(noCodes);
    void navigate({ to: '/member-dashboard/homepage', replace: true });
  }
  return (
    <>
      <h1>
        <PersonName name={state.look.kind === 'chart' ? state.look.invited_by : ''} /> invites you
      </h1>
      <p className={narrow.lead}>
        You are logged in as <PersonName name={name} />. If you accept, who invites you sees this account’s email, and
        you see your sessions here.
      </p>
      {failed ? (
        <Notice tone={failed.kind === 'offline' ? 'wait' : 'need'} role="alert">
          {failed.message}
        </Notice>
      ) : null}
      <Button tone="primary" disabled={isBusy} onClick={() => void accept()}>
        {isBusy ? 'Accepting…' : 'Accept the invite'}
      </Button>
    </>
  );
}
