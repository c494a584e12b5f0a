/** Where and how mail is handed over. */
export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise by STARTTLS. */
  readonly secure: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | null;
  /** The address that mail comes from, with or without a name. */
  readonly from: string;
}

/** `smtp://user:password@host:587` or `smtps://…`; null where it is not one. */
export function parseSmtpUrl(text: string): Omit<SmtpSettings, 'from'> | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSmtp = url?.protocol === 'smtp:' || url?.protocol === 'smtps:';
  const isBare = url !== null && (url.pathname === '' || url.pathname === '/') && url.search === '' && url.hash === '';
  if (!url || !isSmtp || !isBare || url.hostname === '') return null;
  const secure = url.protocol === 'smtps:';
  const [user, pass] = [decode(url.username), decode(url.password)];
  if (user === null || pass === null) return null;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    auth: user === '' ? null : { user, pass },
  };
}

/** `address` or `Name <address>`, on one line. */
export function isSender(text: string): boolean {
  return /^(?:[^<>"\r\n@,]{1,80} <[^\s<>@,]{1,64}@[A-Za-z0-9.-]{1,253}>|[^\s<>@,]{1,64}@[A-Za-z0-9.-]{1,253})$/.test(
    text,
  );
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray percent sign: not an address of ours.
    return null;
  }
}
