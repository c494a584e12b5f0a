import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import narrow from '../../../ui/narrow-page.module.css';
import { NarrowPage } from '../../../ui/narrow-page.tsx';

interface RegisterPageProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** Where somebody goes who has an account: with an invite to where it is accepted. */
  readonly logInAt?: '/login' | '/join';
  /** Default: what a password is good for. */
  readonly lead?: string;
}

const passwordLead =
  'Your password never leaves this device: what you write is sealed with it. Nobody at Orchid can tell it to you.';

/** What every registration stands in. */
export function RegisterPage({ title, children, logInAt = '/login', lead = passwordLead }: RegisterPageProps) {
  return (
    <NarrowPage>
      <h1>{title}</h1>
      <p className={narrow.lead}>{lead}</p>
      {children}
      <p>
        Have an account already? <Link to={logInAt}>Log in</Link>
      </p>
    </NarrowPage>
  );
}
