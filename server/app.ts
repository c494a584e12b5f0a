import type { Server } from 'node:http';
import { Hono } from 'hono';
import sodium from 'libsodium-wrappers';
import { registry as defaultRegistry } from '../sync/collections/index.ts';
import type { Registry } from '../sync/core/run-mutation.ts';
import type { Clock, Log, Random } from '../sync/ports.ts';
import { ownHostOnly } from './auth/own-host.ts';
import { createPasswords } from './auth/passwords.ts';
import { createRateLimits, defaultLimits, type Limits } from './auth/rate-limits.ts';
import { createRequestLimits, defaultAllowances, type RequestAllowances } from './auth/request-limits.ts';
import { securityHeaders } from './auth/security-headers.ts';
import { defaultPracticeZone, type Approval, type SignupTrial } from './config.ts';
import { addMailboxRoutes, type ShownMailbox } from './dev/mailbox-routes.ts';
import type { Checkpoint } from './effects/audit-chain.ts';
import { createAuditSealer } from './effects/audit-sealer.ts';
import type { AnyJobKind } from './effects/job-kind.ts';
import { createJobKinds } from './effects/job-kinds.ts';
import { noteZoneTable } from './sync/derive-anew.ts';
import { createTxContext } from './sync/tx-context.ts';
import { createJobRunner } from './effects/job-runner.ts';
import { startEndingIdle } from './effects/end-idle-sessions.ts';
import { startPruning } from './effects/prune-log.ts';
import { createSocketHub } from './effects/socket-hub.ts';
import { createTraces } from './effects/traces.ts';
import { attachSocket } from './effects/attach-socket.ts';
import { handleError } from './handle-error.ts';
import { noMailer, type Mailer } from './mail/mailer.ts';
import { addAppointmentTypeRoutes } from './routes/appointment-types.ts';
import { addCalendarFeedRoutes } from './routes/calendar-feeds.ts';
import { addAppointmentSeriesRoutes } from './routes/appointment-series.ts';
import { addAppointmentRoutes } from './routes/appointments.ts';
import { addHealthRoutes } from './routes/health.ts';
import { addInviteRoutes } from './routes/invites.ts';
import { addLoginRoutes } from './routes/login.ts';
import { addMessagingRoutes } from './routes/messaging.ts';
import { addAddendumRoutes } from './routes/addenda.ts';
import { addNoteWriteRoutes } from './routes/note-writes.ts';
import { addNoteRoutes } from './routes/notes.ts';
import { addPatientChartRoutes } from './routes/patient-charts.ts';
import { addCreatePatientRoutes } from './routes/create-patient.ts';
import { addOrchidProRoutes } from './routes/orchid-pro.ts';
import { addOrchidProTypeRoutes } from './routes/orchid-pro-type.ts';
import { addPatientRoutes } from './routes/patient.ts';
import { addProfileImageRoutes } from './routes/profile-image.ts';
import { addChangeEmailRoutes } from './routes/change-email.ts';
import { addEmailPreferenceRoutes } from './routes/email-preference.ts';
import { addPushLeftRoutes } from './routes/push-left.ts';
import { addDeviceRoutes } from './routes/devices.ts';
import { addRecoveryRoutes } from './routes/recovery.ts';
import { addRegistrationRoutes } from './routes/registration.ts';
import { addResumeRoutes } from './routes/resume.ts';
import { RouteRegistry, type RouteDeclaration } from './routes/registry.ts';
import { addSyncRoutes } from './routes/sync.ts';
import { addPublicProfileRoutes } from './routes/public-profile.ts';
import { addUserInfoRoutes } from './routes/user-info.ts';
import type { Secrets } from './secrets.ts';
import type { Services } from './services.ts';
import { staticFiles } from './static-files.ts';
import type { Store } from './store/port.ts';
import { defaultDraftPauseMs } from './sync/draft-versions.ts';

export interface AppOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly secrets: Secrets;
  readonly config?: {
    readonly trustProxy?: boolean;
    readonly practiceZone?: string;
    readonly origins?: readonly string[];
    /** Default: automatic. */
    readonly approval?: Approval;
    /** Default: a month of the core plan. */
    readonly signupTrial?: SignupTrial;
  };
  readonly limits?: Partial<Limits>;
  readonly allowances?: Partial<RequestAllowances>;
  /** Default: two minutes. */
  readonly draftPauseMs?: number;
  /** The product's collections and mutators; a test may bring others. */
  readonly registry?: Registry;
  /** Where the built client lies; absent: the API alone. */
  readonly distDir?: string;
  readonly onCheckpoint?: (checkpoint: Checkpoint) => void;
  /** Default: no mail leaves. */
  readonly mailer?: Mailer;
  /** Where the demo's mail lies, and the key that shows it. */
  readonly shownMailbox?: ShownMailbox | null;
  /** The version of the table of time zones; default: this process's. */
  readonly zoneTable?: string;
  /** More kinds of jobs; a test may bring its own. */
  readonly jobKinds?: readonly AnyJobKind[];
  /** Where this machine finds it: links in mail that no request asks for lead there, where no origin is set. */
  readonly ownAddress?: () => string;
  /** Mounts more routes before the check that all are declared. */
  readonly extend?: (app: Hono) => void;
}

/** The server without a network: `app.request()` asks it, `attachSocket` gives it sockets. */
export interface OrchidApp {
  readonly app: Hono;
  readonly routes: readonly RouteDeclaration[];
  /** What its routes are made of. */
  readonly services: Services;
  attachSocket(server: Server): void;
  /** Resolves when jobs are done and audit rows are chained: for tests and simulations. */
  settle(): Promise<void>;
  /** Ends sockets and timers; the store stays open. */
  close(): void;
}

/** Puts the server together. A route that nobody declared stops it here. */
export async function createApp(options: AppOptions): Promise<OrchidApp> {
  await sodium.ready;
  const { store, clock, random, log, secrets } = options;
  const registry = options.registry ?? defaultRegistry;
  const hub = createSocketHub();
  const practiceZone = options.config?.practiceZone ?? defaultPracticeZone;
  const mailer = options.mailer ?? noMailer;
  const kinds = createJobKinds({
    store,
    mailer,
    practiceZone,
    tokenKey: secrets.tokenKey,
    clock,
    registry,
    origin: () => options.config?.origins?.[0] ?? options.ownAddress?.() ?? 'http://localhost',
    more: options.jobKinds ?? [],
  });
  const jobs = createJobRunner({ store, clock, log, registry, kinds, practiceZone, onTouched: hub.poke });
  const sealer = createAuditSealer({
    store,
    clock,
    log,
    privatePem: secrets.auditPrivate,
    keep: options.onCheckpoint ?? (() => undefined),
  });
  const traces = createTraces({ store, clock, log, nudge: sealer.nudge });
  const services: Services = {
    store,
    clock,
    random,
    log,
    secrets,
    sodium,
    registry,
    passwords: await createPasswords({ sodium, tokenKey: secrets.tokenKey }),
    limits: createRateLimits({ ...defaultLimits, ...options.limits }, clock),
    requestLimits: createRequestLimits({ ...defaultAllowances, ...options.allowances }, clock),
    hub,
    jobs,
    mailer,
    sealer,
    trustProxy: options.config?.trustProxy ?? false,
    origins: options.config?.origins ?? [],
    approval: options.config?.approval ?? 'automatic',
    signupTrial: options.config?.signupTrial ?? 'core-month',
    draftPauseMs: options.draftPauseMs ?? defaultDraftPauseMs,
    traces,
    practiceZone,
  };

  const app = new Hono();
  app.use(securityHeaders(services.trustProxy));
  app.use(ownHostOnly(options.config?.origins ?? [], services.trustProxy));
  app.onError(handleError(log));
  app.notFound((c) => c.json({ detail: 'Not found.' }, 404));
  const routes = new RouteRegistry(app, services);
  addHealthRoutes(routes, services);
  addLoginRoutes(routes, services);
  addResumeRoutes(routes, services);
  addRegistrationRoutes(routes, services);
  addRecoveryRoutes(routes, services);
  addDeviceRoutes(routes, services);
  addChangeEmailRoutes(routes, services);
  addEmailPreferenceRoutes(routes, services);
  addInviteRoutes(routes, services);
  addUserInfoRoutes(routes, services);
  addPublicProfileRoutes(routes, services);
  addSyncRoutes(routes, services);
  addPushLeftRoutes(routes, services);
  addMessagingRoutes(routes, services);
  addPatientChartRoutes(routes, services);
  addPatientRoutes(routes, services);
  addCreatePatientRoutes(routes, services);
  addOrchidProRoutes(routes, services);
  addOrchidProTypeRoutes(routes, services);
  addProfileImageRoutes(routes, services);
  addAppointmentRoutes(routes, services);
  addAppointmentSeriesRoutes(routes, services);
  addCalendarFeedRoutes(routes, services);
  addAppointmentTypeRoutes(routes, services);
  addNoteRoutes(routes, services);
  addNoteWriteRoutes(routes, services);
  addAddendumRoutes(routes, services);
  if (options.shownMailbox) addMailboxRoutes(routes, options.shownMailbox);
  options.extend?.(app);
  routes.assertAllDeclared();
  if (options.distDir !== undefined) app.use(staticFiles(options.distDir));

  const closers: (() => void)[] = [startPruning({ store, clock, log }), startEndingIdle({ store, clock, log })];
  const zoneTable = options.zoneTable ?? process.versions.tz ?? '';
  await store
    .write(() => noteZoneTable(createTxContext(registry, clock.now()), zoneTable))
    // A full disk keeps nobody from reading: the next start notes it.
    .catch(() => log.error('zone-table-not-noted'));
  jobs.kick();
  sealer.nudge();
  return {
    app,
    routes: routes.declared,
    services,
    attachSocket: (server) => {
      closers.push(attachSocket(server, app, services));
    },
    settle: async () => {
      await jobs.settle();
      await traces.settle();
      await sealer.seal();
    },
    close: () => {
      for (const close of closers) close();
      jobs.stop();
      traces.stop();
      sealer.stop();
    },
  };
}
