import { expect as expectSoon, test } from '@playwright/test';
import {
  createWorld,
  disposeWorld,
  goOffline,
  goTo,
  lockNow,
  moveTo,
  notePath,
  openDevice,
  openSessions,
  openSignedIn,
  people,
  planLabel,
  writeIn,
  type World,
} from '../support/app-states.ts';
import { field, newPasswords, openResetLink, press } from './support/reset-link.ts';
import { kindsOf } from './support/kinds.ts';

const expect = expectSoon.configure({ timeout: 20_000 });
const [next] = newPasswords;
let world: World;
// The password is another one afterwards: each width has a server of its own.
test.beforeEach(async () => {
  world = await createWorld();
});
test.afterEach(() => disposeWorld(world));

for (const kind of kindsOf('reset')) {
  test(`[C-074][C-250][C-279][C-280][C-281][C-283][C-390][C-448] a password forgotten without a recovery code, on a ${kind}: 20 unsent texts on the only device are on the server afterwards`, async () => {
    test.setTimeout(240_000);
    const device = await openSignedIn(world, kind, 'clinician');
    const { page, origin } = device;
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    // On some days of the week fewer of the demo's sessions are open.
    const sessions = (await openSessions(device)).slice(0, 6);
    const fields = [planLabel, 'What the client reports', 'What you observe', 'How you understand it'];
    expect(sessions.length * fields.length).toBeGreaterThanOrEqual(20);
    await goTo(device, notePath(sessions[0] ?? ''));
    await expect(page.getByLabel(planLabel)).toBeVisible();
    await goOffline(device);
    for (const [index, id] of sessions.entries()) {
      await moveTo(device, notePath(id));
      for (const label of fields) await writeIn(device, label, `Unsent ${index}`);
    }
    await lockNow(device);
    device.proxy.setFault('none');
    const link = await openResetLink(world, device, people.clinician);
    await expect(page).toHaveURL(`${origin}/reset-password`);
    await field(page, 'New password').fill(next);
    await page.getByRole('radio', { name: 'I have neither' }).check();
    await expect(page.getByText('Your account gets new keys')).toBeVisible();
    await press(page, 'Save new password');
    await expect(page.getByTestId('sync-indicator')).toContainText('Synced', { timeout: 40_000 });
    // The replica is a new one: what stands in it came from the server.
    for (const [index, id] of sessions.entries()) {
      await moveTo(device, notePath(id));
      for (const label of fields) await expect(page.getByLabel(label)).toHaveText(`Unsent ${index}`);
    }
    const names = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
    expect(names.filter((name) => name !== 'orchid-device')).toHaveLength(1);
    const second = await openDevice(world, kind === 'phone' ? 'desktop' : 'phone');
    await second.page.goto(link.replace(origin, second.origin));
    await expect(second.page.getByRole('alert')).toContainText('This link does not work any more');
    expect(sent.join('\n')).not.toContain(next);
    expect(device.problems).toEqual([]);
  });
}
