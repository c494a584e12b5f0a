/** A mail that is ready to go. */
export interface Mail {
  /** The same when it is sent again: a repetition can be told by it. */
  readonly key: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Beside those that every mail has. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** How mail leaves. Neither address nor words ever reach a log or an error. */
export interface Mailer {
  /** Whether what is sent gets anywhere: a feature that needs a mail says so where it does not. */
  readonly leaves: boolean;
  /** Resolves once it has been taken over; otherwise throws `MailError`, soon after the signal at the latest. */
  send(mail: Mail, signal?: AbortSignal): Promise<void>;
}

/** Why a mail was not taken over: `MailRefused` for good, `MailDeferred` for now; `MailOff` where no mail leaves this server. */
export type MailErrorName = 'MailRefused' | 'MailDeferred' | 'MailTimeout' | 'MailUnreachable' | 'MailOff';

/** A mail that was not taken over. Its name says all that may be kept of it. */
export class MailError extends Error {
  override readonly name: MailErrorName;

  constructor(name: MailErrorName) {
    super(name);
    this.name = name;
  }
}

/** Where nothing takes mail. */
export const noMailer: Mailer = {
  leaves: false,
  send: async () => {
    throw new MailError('MailOff');
  },
};
