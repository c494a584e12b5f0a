import type { BrokenRule } from './broken-rule.ts';
import { brokenInAccess } from './broken-in-access.ts';
import { brokenInAvailability } from './broken-in-availability.ts';
import { brokenInClient } from './broken-in-client.ts';
import { brokenInCore } from './broken-in-core.ts';
import { brokenInCycles } from './broken-in-cycles.ts';
import { brokenInDamage } from './broken-in-damage.ts';
import { brokenInInvites } from './broken-in-invites.ts';
import { brokenInLimits } from './broken-in-limits.ts';
import { brokenInMail } from './broken-in-mail.ts';
import { brokenInSeries } from './broken-in-series.ts';
import { brokenInCalendar } from './broken-in-calendar.ts';
import { brokenInClients } from './broken-in-clients.ts';
import { brokenInDevices } from './broken-in-devices.ts';
import { brokenInSettingUp } from './broken-in-setting-up.ts';
import { brokenInProfile } from './broken-in-profile.ts';
import { brokenInRecovery } from './broken-in-recovery.ts';
import { brokenInRegistration } from './broken-in-registration.ts';
import { brokenInOutbox } from './broken-in-outbox.ts';
import { brokenInPull } from './broken-in-pull.ts';
import { brokenInPush } from './broken-in-push.ts';
import { brokenInServer } from './broken-in-server.ts';
import { brokenInShown } from './broken-in-shown.ts';
import { brokenInStore } from './broken-in-store.ts';

/** At least one for each rule of `sync/SPEC.md`; `sync/rules.test.ts` insists. */
export const brokenRules: readonly BrokenRule[] = [
  ...brokenInCore,
  ...brokenInOutbox,
  ...brokenInPush,
  ...brokenInPull,
  ...brokenInShown,
  ...brokenInDamage,
  ...brokenInClient,
  ...brokenInCycles,
  ...brokenInServer,
  ...brokenInAccess,
  ...brokenInLimits,
  ...brokenInRegistration,
  ...brokenInRecovery,
  ...brokenInInvites,
  ...brokenInProfile,
  ...brokenInCalendar,
  ...brokenInSeries,
  ...brokenInAvailability,
  ...brokenInClients,
  ...brokenInDevices,
  ...brokenInSettingUp,
  ...brokenInMail,
  ...brokenInStore,
];
