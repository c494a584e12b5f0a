import { Link } from '@tanstack/react-router';
import { noCodes } from '../../../model/invites/brought-codes.ts';
import { usePhone } from '../../../lib/use-layout.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { OwnEmailForm } from './own-email-form.tsx';
import narrow from '../../../ui/narrow-page.module.css';
import styles from './register.module.css';

export interface RegisterDialogProps {
  readonly onClose: () => void;
  /** Whoever has an account already: the sign-in takes this dialog's place. */
  readonly onLogIn: () => void;
}

/** [C-265 – C-269] The registration of a member over whatever public page she is on; the address stays until it is sent. */
export function RegisterDialog({ onClose, onLogIn }: RegisterDialogProps) {
  const phone = usePhone();
  return (
    <Sheet open title={phone ? 'Sign in or register' : 'Get started finding your support'} onClose={onClose}>
      <div className={styles.dialog}>
        {phone ? <p className={narrow.lead}>Sign in or create an account to join the community</p> : null}
        <OwnEmailForm codes={noCodes} />
        <p>
          Have an account already?{' '}
          <Link
            to="/login"
            onClick={(event) => {
              event.preventDefault();
              onLogIn();
            }}
          >
            Log in
          </Link>
        </p>
        <p>
          A professional? <Link to="/professional-register">Join as a professional</Link>
        </p>
      </div>
    </Sheet>
  );
}
