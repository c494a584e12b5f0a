import { Hono } from 'hono';
import sodium from 'libsodium-wrappers';
import type { Registry } from '../../sync/core/run-mutation.ts';
import type { Clock, Log, Random } from '../../sync/ports.ts';
import type { RateLimits } from '../../server/auth/rate-limits.ts';
import { createRequestLimits, defaultAllowances } from '../../server/auth/request-limits.ts';
import { createAuditSealer } from '../../server/effects/audit-sealer.ts';
import { startEndingIdle } from '../../server/effects/end-idle-sessions.ts';
import { createJobKinds } from '../../server/effects/job-kinds.ts';
import { createJobRunner, type JobRunner } from '../../server/effects/job-runner.ts';
import { createSocketHub, type SocketHub } from '../../server/effects/socket-hub.ts';
import { createTraces } from '../../server/effects/traces.ts';
import { handleError } from '../../server/handle-error.ts';
import { noMailer } from '../../server/mail/mailer.ts';
import { addLoginRoutes } from '../../server/routes/login.ts';
import { addNoteWriteRoutes } from '../../server/routes/note-writes.ts';
import { RouteRegistry } from '../../server/routes/registry.ts';
import { addResumeRoutes } from '../../server/routes/resume.ts';
import { addSyncRoutes } from '../../server/routes/sync.ts';
import type { Services } from '../../server/services.ts';
import type { Store } from '../../server/store/port.ts';
import { MortalStore, type PlanWrapper } from './mortal-store.ts';
import { plainPasswords, simSecrets } from './sim-accounts.ts';

/** A little later than what planned them, so that others come in between. */
const jobsAfterMs = 150;

/** Whose days begin when, for what ends with one. */
export const practiceZone = 'UTC';

/** What goes wrong in a process is seen in what it leaves behind. */
const silent: Log = { error: () => undefined, info: () => undefined, debug: () => undefined };

/** Attempts are counted by the real clock, which has no place here. */
const noLimits: RateLimits = {
  takeMail: () => Promise.resolve(0),
  takeLogin: () => Promise.resolve(0),
  endLogin: () => undefined,
  takePreLogin: () => Promise.resolve(0),
  takeResume: () => Promise.resolve(0),
  takeCode: () => Promise.resolve(0),
  giveCodeBack: () => Promise.resolve(),
};

interface ProcessOptions {
  readonly registry: Registry;
  /** The machine's: what a process leaves there the next one finds. */
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random & { chance(p: number): boolean; below(limit: number): number };
  readonly wrapPlan: PlanWrapper;
  readonly onCrash: () => void;
}

/**
 * One life of the server's process: the shipped routes over the shipped services, put together by hand, since a start of the
 * product hashes a password. All that it holds in memory is gone with it.
 */
export class SimProcess {
  readonly app = new Hono();
  readonly store: MortalStore;
  readonly hub: SocketHub = createSocketHub();
  readonly services: Services;
  readonly #jobs: JobRunner;
  readonly #enders: (() => void)[] = [];
  readonly #clock: Clock;

  constructor(options: ProcessOptions) {
    const { registry, clock, random } = options;
    this.#clock = clock;
    this.store = new MortalStore(options.store, { wrap: options.wrapPlan, onCrash: options.onCrash });
    const [store, secrets] = [this.store, simSecrets(clock.now())];
    const kinds = createJobKinds({
      store,
      mailer: noMailer,
      registry,
      origin: () => 'https://orchid.invalid',
      practiceZone,
      tokenKey: secrets.tokenKey,
      clock,
      more: [],
    });
    this.#jobs = createJobRunner({
      store,
      clock,
      log: silent,
      registry,
      kinds,
      practiceZone,
      onTouched: this.hub.poke,
    });
    const sealer = createAuditSealer({
      store,
      clock,
      log: silent,
      privatePem: secrets.auditPrivate,
      keep: () => undefined,
    });
    const traces = createTraces({ store, clock, log: silent, nudge: sealer.nudge });
    this.services = {
      store,
      clock,
      random,
      log: silent,
      secrets,
      sodium,
      registry,
      passwords: plainPasswords,
      limits: noLimits,
      requestLimits: createRequestLimits(defaultAllowances, clock),
      hub: this.hub,
      jobs: { kick: () => this.kickLater(), settle: () => this.#jobs.settle(), stop: () => this.#jobs.stop() },
      mailer: noMailer,
      sealer,
      trustProxy: false,
      origins: [],
      approval: 'automatic',
      signupTrial: 'core-month',
      // Every version is kept: the oracle looks for each text that was acknowledged.
      draftPauseMs: 0,
      traces,
      practiceZone,
      // Mostly a few rows a page, so that paging, going on and stages happen in every schedule.
      pageLimits: {
        get rows() {
          return random.chance(0.4) ? 7 + random.below(20) : 1000;
        },
        get bytes() {
          return random.chance(0.7) ? 300 + random.below(3000) : 1_000_000;
        },
      },
    };
    this.app.onError(handleError(silent));
    const { services } = this;
    const routes = new RouteRegistry(this.app, services);
    addLoginRoutes(routes, services);
    addResumeRoutes(routes, services);
    addSyncRoutes(routes, services);
    addNoteWriteRoutes(routes, services);
    routes.assertAllDeclared();
    this.#enders.push(
      startEndingIdle({ store, clock, log: silent }),
      () => this.#jobs.stop(),
      () => traces.stop(),
      () => sealer.stop(),
    );
    this.#jobs.kick();
  }

  kickLater(): void {
    this.#clock.after(jobsAfterMs, () => this.#jobs.kick());
  }

  /** Nothing of it goes on. */
  end(): void {
    this.store.die();
    for (const end of this.#enders) end();
  }
}
