import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect as expectSoon, test, type Page } from '@playwright/test';
import {
  createWorld,
  deviceOf,
  disposeWorld,
  expectDelivered,
  goOffline,
  goOnline,
  goTo,
  moveTo,
  type World,
} from '../support/app-states.ts';
import { expectAccessibleHere, forAxe } from './support/axe.ts';
import { chartOfMember } from './support/member-chart.ts';

const expect = expectSoon.configure({ timeout: 20_000 });
const settings = { ...forAxe, locale: 'en-US' } as const;
let world: World;
test.beforeAll(async () => {
  world = await createWorld();
});
test.afterAll(() => disposeWorld(world));

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

for (const [kind, street, taken] of [
  ['phone', '1 Elm Street', true],
  ['desktop', '2 Oak Street', false],
] as const)
  test(`[PP-1, PP-2] an address that a member changes without a network reaches her chart as something told; ${taken ? 'taken over' : 'left'}, both see it, ${kind}`, async () => {
    const member = await deviceOf(world, kind, 'member', settings);
    const clinician = await deviceOf(world, kind, 'clinician', settings);
    const told = clinician.page.getByRole('region', { name: 'Told by the client' });
    await goTo(clinician, `/pro-dashboard/patient-charts/${await chartOfMember(clinician)}`);
    await moveTo(member, '/member-dashboard/edit-profile');
    await goOffline(member);
    await field(member.page, 'Address').fill(street);
    await member.page.getByRole('button', { name: 'Save' }).click();
    await expect(member.page.getByRole('region', { name: 'Personal details' })).toContainText(street);
    await expect(told.getByText(street)).toHaveCount(0);
    await goOnline(member);
    await expect(told).toContainText(`Address: ${street}, New York`);
    await expectAccessibleHere(clinician, 'chart-told');
    const said = member.page.getByRole('region', { name: 'Told to Dr. Maya Lindqvist' });
    await expect(said).toContainText('not answered yet');
    await expectAccessibleHere(member, 'profile-told');
    await told
      .getByRole('button', { name: taken ? 'Take over the address' : 'Leave the address as it is', exact: true })
      .click();
    await expect(told.getByText(street)).toHaveCount(0);
    await expect(clinician.page.getByRole('article', { name: 'Chart' })).toContainText('Address1 Elm Street, New York');
    const address = said.locator('div').filter({ hasText: street });
    await expect(address).toContainText(taken ? 'taken over' : 'not taken over');
    if (!taken) await expect(address).toContainText('Your clinician has: 1 Elm Street');
  });

test('[PH-1] a photo is chosen without a network, made small without what the camera knew, stands on every device, and goes', async () => {
  const device = await deviceOf(world, 'phone', 'member', settings);
  const other = await deviceOf(world, 'desktop', 'member', settings);
  const { page } = device;
  await moveTo(device, '/member-dashboard/edit-profile');
  const photo = page.getByRole('region', { name: 'Photo' });
  const choose = (buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
  await choose(Buffer.alloc(5 * 1024 * 1024 + 1));
  await expect(photo.getByRole('alert')).toHaveText('This photo is larger than 5 MB. Please choose a smaller one.');
  await choose(Buffer.from('no photo at all'));
  await expect(photo.getByRole('alert')).toHaveText('This file could not be read as a photo. Please choose another.');
  await goOffline(device);
  await choose(withCamera(await jpegOf(page)));
  const shown = photo.getByRole('img', { name: 'You' });
  await expect(shown).toBeVisible();
  await expect(photo.getByRole('alert')).toHaveCount(0);
  const bytes = Buffer.from(((await shown.getAttribute('src')) ?? '').split(',')[1] ?? '', 'base64');
  expect(bytes.includes('Exif')).toBe(false);
  expect(bytes.includes(camera)).toBe(false);
  expect(await shown.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([
    480, 480,
  ]);
  await goOnline(device);
  await expectDelivered(device);
  await moveTo(other, '/member-dashboard/edit-profile');
  await expect(other.page.getByRole('img', { name: 'You' })).toBeVisible();
  await expectAccessibleHere(device, 'edit-profile-photo');
  // On the server it lies sealed.
  const base64 = bytes.toString('base64').slice(0, 200);
  const files = readdirSync(world.server.dataDir, { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  );
  expect(files.length).toBeGreaterThan(0);
  for (const { parentPath, name } of files) {
    const onDisk = readFileSync(path.join(parentPath, name));
    expect(onDisk.includes(base64)).toBe(false);
    expect(onDisk.includes(bytes.subarray(0, 150))).toBe(false);
  }
  await other.page.getByRole('button', { name: 'Remove photo' }).click();
  await expect(other.page.getByRole('img', { name: 'You' })).toHaveCount(0);
  await expect(shown).toHaveCount(0);
});

const camera = 'Orchid Test Camera 40.7128 N';

/** A wide picture, as a browser would write it. */
async function jpegOf(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1600, 900];
    const context = canvas.getContext('2d');
    for (let x = 0; x < 1600; x += 20) {
      if (context) context.fillStyle = `hsl(${x % 360} 70% 60%)`;
      context?.fillRect(x, 0, 20, 900);
    }
    return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] ?? '';
  });
  return Buffer.from(base64, 'base64');
}

/** The same with what a phone adds: a segment APP1 behind the first two bytes. */
function withCamera(jpeg: Buffer): Buffer {
  const known = Buffer.from(`Exif\0\0${camera}`);
  const head = Buffer.from([0xff, 0xe1, 0, known.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, known, jpeg.subarray(2)]);
}
