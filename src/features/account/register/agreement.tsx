import { Link } from '@tanstack/react-router';

/** [C-268, C-468] What is agreed to. The texts open beside the form, so that nothing typed is gone. */
export function Agreement() {
  return (
    <>
      I am over 18, and I agree to the{' '}
      <Link to="/terms-of-use" target="_blank">
        terms of use
      </Link>{' '}
      and the{' '}
      <Link to="/privacy-policy" target="_blank">
        privacy policy
      </Link>
      .
    </>
  );
}
