import type Sodium from 'libsodium-wrappers';
import type { Registry } from '../sync/core/run-mutation.ts';
import type { Clock, Log, Random } from '../sync/ports.ts';
import type { Approval, SignupTrial } from './config.ts';
import type { Passwords } from './auth/passwords.ts';
import type { RateLimits } from './auth/rate-limits.ts';
import type { RequestLimits } from './auth/request-limits.ts';
import type { AuditSealer } from './effects/audit-sealer.ts';
import type { JobRunner } from './effects/job-runner.ts';
import type { Traces } from './effects/traces.ts';
import type { SocketHub } from './effects/socket-hub.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Secrets } from './secrets.ts';
import type { Store } from './store/port.ts';
import type { PageLimits } from './sync/read-changes.ts';

/** What routes are made of. Put together once, in `app.ts`. */
export interface Services {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly secrets: Secrets;
  readonly sodium: typeof Sodium;
  readonly registry: Registry;
  readonly passwords: Passwords;
  readonly limits: RateLimits;
  readonly requestLimits: RequestLimits;
  readonly hub: SocketHub;
  readonly jobs: JobRunner;
  readonly mailer: Mailer;
  readonly sealer: AuditSealer;
  readonly trustProxy: boolean;
  /** Where browsers find this server; empty: nobody has said. */
  readonly origins: readonly string[];
  /** Whether a professional may work at once, or an operator looks first. [D-10] */
  readonly approval: Approval;
  /** What a professional's account begins with. [D-10] */
  readonly signupTrial: SignupTrial;
  /** How long a draft must have stood to be kept when it is overwritten. */
  readonly draftPauseMs: number;
  /** What is read and tried, for the audit log. */
  readonly traces: Traces;
  /** IANA zone in which the practice's days begin and end. */
  readonly practiceZone: string;
  /** How much one page of a pull brings; default: as `readChanges` says. A simulation pages through a handful of rows. */
  readonly pageLimits?: PageLimits;
}
