import { expect, test } from '@playwright/test';
import { unlock } from '../support/app-driver.ts';
import {
  beginNote,
  createWorld,
  disposeWorld,
  expectDelivered,
  goOffline,
  goOnline,
  goTo,
  lockNow,
  notePath,
  openSessions,
  openSignedIn,
  signOpenNote,
  type World,
} from '../support/app-states.ts';

let world: World;
test.beforeAll(async () => {
  world = await createWorld();
});
test.afterAll(() => disposeWorld(world));

test('an addendum is written offline beside a signed note, outlives a lock while it is typed, and reaches another device', async () => {
  const device = await openSignedIn(world, 'desktop', 'clinician');
  const { page } = device;
  const id = (await openSessions(device)).at(-1) ?? '';
  await beginNote(device, id);
  await goTo(device, notePath(id));
  await signOpenNote(device);
  await goOffline(device);
  const addenda = page.getByRole('region', { name: 'Addenda' });
  await expect(addenda.getByRole('button', { name: 'Sign and add' })).toBeDisabled();
  await addenda.getByLabel('Add to this note').fill('The dose was halved on Tuesday.');
  await lockNow(device);
  await unlock(page);
  await expect(addenda.getByLabel('Add to this note')).toHaveValue('The dose was halved on Tuesday.');
  await addenda.getByRole('button', { name: 'Sign and add' }).click();
  await expect(addenda.getByRole('article')).toContainText(['The dose was halved on Tuesday.']);
  await expect(addenda.getByText('waiting to reach the server')).toBeVisible();
  await expect(addenda.getByLabel('Add to this note')).toHaveValue('');
  await goOnline(device);
  await expectDelivered(device);
  await expect(addenda.getByText('waiting to reach the server')).toHaveCount(0);

  const other = await openSignedIn(world, 'phone', 'clinician');
  await goTo(other, notePath(id));
  await expect(other.page.getByRole('region', { name: 'Addenda' }).getByRole('article')).toContainText([
    'The dose was halved on Tuesday.',
  ]);
  await device.context.close();
  await other.context.close();
});
