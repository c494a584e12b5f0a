import { callHref } from '../../lib/call-href.ts';

/** A telephone number that a tap calls, where there is something to call; what was written instead of a number is words. */
export function PhoneNumber({
  number,
  className,
}: {
  readonly number: string;
  readonly className?: string | undefined;
}) {
  if (!/\d{3}/.test(number.replaceAll(/\D/g, ''))) return number;
  return (
    <a href={callHref(number)} className={className}>
      {number}
    </a>
  );
}
