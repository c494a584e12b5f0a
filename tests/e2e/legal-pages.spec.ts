import { expect, test } from '@playwright/test';
import { createWorld, disposeWorld, goTo, openDevice, type World } from '../support/app-states.ts';

let world: World;
test.beforeAll(async () => {
  world = await createWorld();
});
test.afterAll(() => disposeWorld(world));

test('[C-083][C-084][C-085][C-086][C-087][C-088] each legal page has its address, its words and its day', async () => {
  const device = await openDevice(world, 'desktop');
  const { page } = device;
  const pages = [
    ['/AUP', 'Acceptable use'],
    ['/terms-of-use', 'Terms of use'],
    ['/privacy-policy', 'Privacy policy'],
    ['/clinician-ai-privacy-policy', 'AI privacy policy for clinicians'],
    ['/waiver-of-liability', 'Waiver of liability'],
    ['/independent-contractor-agreement', 'Independent contractor agreement'],
  ] as const;
  for (const [path, title] of pages) {
    await goTo(device, path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByText('In this version since')).toBeVisible();
    expect(await page.getByRole('heading', { level: 2 }).count()).toBeGreaterThan(3);
  }
  await device.context.close();
});
