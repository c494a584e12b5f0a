/**
 * `npm run shots [-- --only NAME,NAME]`: pictures of every screen in every state, made from the running app:
 * `shots/<screen>-<state>-<phone|desktop>-<light|dark>.png`. States are made by real means: a wire that is cut, two
 * devices that write at once, a note that another device signed meanwhile, a clock that goes on, a backup put back.
 * With `--only` only the scenes are played that lead to a picture whose name begins with one of these.
 */
import {
  beginNote,
  createWorld,
  disposeWorld,
  openDevice,
  openSessions,
  openSignedIn,
  type World,
} from '../support/app-states.ts';
import { allClosed, closedPictures, sharedChart, sharedPictures } from './support/access-scenes.ts';
import {
  brokenDevice,
  brokenDevicePictures,
  member,
  memberPictures,
  newcomer,
  newcomerPictures,
  signedOut,
  signedOutPictures,
  signInAgain,
  signInAgainPictures,
} from './support/account-scenes.ts';
import { samplePictures, sampleScreens } from './support/sample-scenes.ts';
import { beforePictures, beforeScreens } from './support/before-scenes.ts';
import { latePictures, lateScreens } from './support/late-scenes.ts';
import { availabilityPictures, availabilityScreens } from './support/availability-scenes.ts';
import {
  memberTimesPictures,
  memberTimesScreens,
  officePictures,
  officeScreens,
} from './support/member-times-scenes.ts';
import { seriesPictures, seriesScreens } from './support/series-scenes.ts';
import { transferPictures, transferScreens } from './support/transfer-scenes.ts';
import { calendarPictures, calendarScreens } from './support/calendar-scenes.ts';
import { clientCardPictures, clientCardScreens } from './support/client-card-scenes.ts';
import { devicePictures, deviceScreens } from './support/device-scenes.ts';
import { invitePictures, inviteScreens } from './support/invite-scenes.ts';
import { lockPictures, lockStates, notReady, notReadyPictures } from './support/lock-scenes.ts';
import { scene, takenCount } from './support/camera.ts';
import {
  notSaved,
  notSavedPictures,
  offlinePictures,
  offlineStates,
  refused,
  refusedPictures,
  twoVersions,
  twoVersionsPictures,
} from './support/note-scenes.ts';
import { passkeyPictures, passkeyScreens } from './support/passkey-scenes.ts';
import { preferencePictures, preferenceScreens } from './support/preference-scenes.ts';
import { practicePictures, practiceScreens } from './support/practice-scenes.ts';
import { proPictures, proScreens } from './support/pro-scenes.ts';
import { profilePictures, profileScreens } from './support/profile-scenes.ts';
import { quickIntakePictures, quickIntakeScreens } from './support/quick-intake-scenes.ts';
import { recoveryPictures, recoveryScreens } from './support/recovery-scenes.ts';
import { restored, restoredPictures } from './support/restored-scene.ts';
import { settingsPictures, settingsScreens } from './support/settings-scenes.ts';

const kinds = ['phone', 'desktop'] as const;
/** The demo practice is in New York, and its devices speak as devices do there. */
const there = { locale: 'en-US' } as const;
const problems: string[] = [];

/** Made when the first scene asks for it, and the same for every scene after that. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** Plays scenes on a server of their own, which starts with the first of them. */
async function inWorld(play: (open: () => Promise<World>) => Promise<void>): Promise<void> {
  let world: World | undefined;
  try {
    await play(async () => (world ??= await createWorld(there)));
    problems.push(...(world?.devices.flatMap((device) => device.problems) ?? []));
  } finally {
    await disposeWorld(world);
  }
}

/** Each changes the password of the one who plays it: a server for each. */
async function recovery(): Promise<void> {
  for (const kind of kinds)
    await inWorld((open) => scene(recoveryPictures, async () => recoveryScreens(await open(), kind)));
}

/** Who has said where she sees people is asked at each booking: nobody else's day. */
async function offices(open: () => Promise<World>): Promise<void> {
  for (const kind of kinds) await scene(officePictures, async () => officeScreens(await open(), kind));
}

async function everyday(open: () => Promise<World>): Promise<void> {
  const handset = once(async () => openSignedIn(await open(), 'phone', 'clinician'));
  const laptop = once(async () => openSignedIn(await open(), 'desktop', 'clinician'));
  const begun = once(async () => {
    const device = await laptop();
    const sessions = (await openSessions(device)).slice(0, 7);
    for (const session of sessions) await beginNote(device, session);
    return sessions;
  });
  const at = async (index: number): Promise<string> => (await begun())[index] ?? '';

  await scene(signedOutPictures, async () => {
    for (const kind of kinds) {
      const device = await openDevice(await open(), kind);
      await signedOut(device);
      await device.context.close();
    }
  });
  await scene(proPictures, async () => {
    for (const device of [await handset(), await laptop()]) await proScreens(device);
  });
  await scene(offlinePictures, async () => {
    await offlineStates(await handset(), await at(0));
    await offlineStates(await laptop(), await at(1));
  });
  await scene(twoVersionsPictures, async () => twoVersions(await handset(), await laptop(), await at(2)));
  await scene(refusedPictures, async () => {
    await refused(await handset(), await laptop(), await at(3));
    await refused(await laptop(), await handset(), await at(4));
  });
  await scene(notSavedPictures, async () => {
    await notSaved(await handset(), await at(5));
    await notSaved(await laptop(), await at(6));
  });
  await scene(lockPictures, async () => {
    for (const device of [await handset(), await laptop()]) await lockStates(device);
  });
  await scene(signInAgainPictures, async () => {
    // Devices of their own: the first end of all sessions is one of the second device's too.
    for (const [index, kind] of kinds.entries()) {
      const device = await openSignedIn(await open(), kind, 'clinician');
      await signInAgain(device, await at(5 + index));
      await device.context.close();
    }
  });
  for (const kind of kinds) {
    await scene(notReadyPictures, async () => notReady(await open(), kind));
    await scene(brokenDevicePictures, async () => brokenDevice(await open(), kind));
    await scene(profilePictures, async () => profileScreens(await open(), kind));
    await scene(quickIntakePictures, async () => quickIntakeScreens(await open(), kind));
    await scene(memberPictures, async () => member(await open(), kind));
    await scene(settingsPictures, async () => settingsScreens(await open(), kind));
    await scene(beforePictures, async () => beforeScreens(await open(), kind));
    await scene(latePictures, async () => lateScreens(await open(), kind));
    await scene(transferPictures, async () => transferScreens(await open(), kind));
    await scene(availabilityPictures, async () => availabilityScreens(await open(), kind));
    await scene(memberTimesPictures, async () => memberTimesScreens(await open(), kind));
    await scene(seriesPictures, async () => seriesScreens(await open(), kind));
    await scene(calendarPictures, async () => calendarScreens(await open(), kind));
    await scene(practicePictures, async () => practiceScreens(await open(), kind));
    await scene(clientCardPictures, async () => clientCardScreens(await open(), kind));
    await scene(samplePictures, async () => sampleScreens(await open(), kind));
    await scene(invitePictures, async () => inviteScreens(await open(), kind));
    await scene(preferencePictures, async () => preferenceScreens(await open(), kind));
    await scene(devicePictures, async () => deviceScreens(await open(), kind));
    await scene(passkeyPictures, async () => passkeyScreens(await open(), kind));
    await scene(newcomerPictures, async () => newcomer(await open(), kind));
  }
}

/** Each leaves its devices behind: who was away for a month, or signed in to a server that is no more, does not go on. */
async function rareDays(open: () => Promise<World>): Promise<void> {
  const owner = once(async () => openSignedIn(await open(), 'desktop', 'clinician'));
  const sessions = once(async () => openSessions(await owner()));

  await scene(sharedPictures, async () => {
    const colleagues = [];
    for (const kind of kinds) colleagues.push(await openSignedIn(await open(), kind, 'colleague'));
    await sharedChart(await owner(), colleagues);
    for (const { context } of colleagues) await context.close();
  });
  await scene(closedPictures, async () => {
    for (const [index, kind] of kinds.entries()) {
      const device = await openSignedIn(await open(), kind, 'clinician');
      await allClosed(device, (await sessions())[index] ?? '');
      await device.context.close();
    }
  });
  await scene(restoredPictures, async () => {
    const handset = await openSignedIn(await open(), 'phone', 'clinician');
    await restored(await open(), [await owner(), handset], (await sessions())[3] ?? '');
  });
}

const from = performance.now();
for (const play of [everyday, offices, rareDays]) await inWorld(play);
await recovery();
if (problems.length > 0) console.error(`The console said:\n${problems.join('\n')}`);
console.log(`${takenCount()} pictures in shots/, ${Math.round((performance.now() - from) / 1000)} s`);
process.exitCode = problems.length > 0 ? 1 : 0;
