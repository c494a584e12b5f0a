import { usePhone } from '../../../lib/use-layout.ts';
import { useTitleInstead } from '../../../lib/use-title.ts';
import { SignInForm } from './sign-in-form.tsx';
import styles from './sign-in.module.css';

/** `/login`: leaving it after success is the router's business. */
export function SignInPage() {
  useTitleInstead('Log in');
  const phone = usePhone();
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <SignInForm
          inDashboard={false}
          focusFirst={!phone}
          heading={<h1 className={styles.title}>{phone ? 'Sign in or register' : 'Log in'}</h1>}
        />
      </div>
    </main>
  );
}
