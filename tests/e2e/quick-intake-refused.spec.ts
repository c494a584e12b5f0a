import { expect as expectSoon, test, type Page } from '@playwright/test';
import { signIn } from '../support/app-driver.ts';
import { createWorld, disposeWorld, openDevice, type World } from '../support/app-states.ts';
import { addQuotaSwitch, setDiskFull } from './support/disk-full.ts';
import { comeInAnew, newPassword, stepsOfVera } from './support/new-professional.ts';

const expect = expectSoon.configure({ timeout: 20_000 });
let world: World;
test.beforeAll(async () => {
  world = await createWorld();
});
test.afterAll(() => disposeWorld(world));

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
/** What the server knows of who is signed in here. */
const ownInfo = (page: Page) =>
  page.evaluate(async () => {
    const answer = await fetch('/api/users/v1/user_info');
    return (await answer.json()) as Readonly<Record<string, unknown>>;
  });

test('[S-241][S-245][S-376][S-390][C-619] a save that this device or the server refuses keeps her on each of the five steps, with why, and goes on when it is pressed again', async () => {
  test.setTimeout(150_000);
  const device = await openDevice(world, 'desktop');
  await addQuotaSwitch(device);
  const { page, origin } = device;
  await comeInAnew(world, device, 'intake-refused@practice.test');
  const room = 'There is no room left on this device. Please free some space.';
  const unread =
    'This change could not be read any more, here or on the server. Please check the record it belongs to.';
  let isDamaged = false;
  await page.route('**/api/sync/v1/push', async (route) => {
    const body = route.request().postDataJSON() as { rows: { box?: string }[] };
    // What was said arrives damaged: the server reads none of it, and refuses it.
    const rows = body.rows.map((row) => (row.box === undefined ? row : { ...row, box: flipped(row.box) }));
    await route.continue(isDamaged && body.rows.length > 0 ? { postData: JSON.stringify({ ...body, rows }) } : {});
  });
  const info = 'failed to update orchid pro info: ';
  const steps = [
    ['tell-us-about-yourself', 'Tell us about yourself', info],
    ['describe-your-practice', 'Describe your practice', 'failed to create new orchid pro type: '],
    ['what-is-your-practice-address', 'What is your practice address?', info],
    ['what-is-your-phone-number', 'What is your phone number?', info],
    ['before-you-finish', 'Before you finish', info],
  ] as const;
  for (const [index, [hash, title, prefix]] of steps.entries()) {
    await expect(page.getByText(`Step ${index + 1} of 5`)).toBeVisible();
    const staysWith = async (why: string): Promise<void> => {
      const next =
        index < 4 ? page.getByRole('button', { name: 'Continue' }) : page.getByRole('button', { name: 'Finish' });
      await next.click();
      await expect(page.getByRole('alert')).toHaveText(`${prefix}${why}`);
      await expect(page).toHaveURL(`${origin}/quick-intake#${hash}`);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    };
    await setDiskFull(device, true);
    const fill = stepsOfVera[index];
    if (fill) await fill(page);
    else {
      await field(page, 'How did you hear about Orchid?').selectOption('Search Engine');
      for (const tick of await page.getByRole('checkbox').all()) await tick.check();
    }
    await staysWith(room);
    await setDiskFull(device, false);
    isDamaged = true;
    await staysWith(unread);
    isDamaged = false;
    await (
      index < 4 ? page.getByRole('button', { name: 'Continue' }) : page.getByRole('button', { name: 'Finish' })
    ).click();
  }
  await expect(page).toHaveURL(`${origin}/pro-dashboard/homepage`);
  await expect(page.getByTestId('sync-indicator')).toContainText('Synced');
  await expect.poll(() => ownInfo(page)).toMatchObject({ signup_form_finished: true });
  // What was refused and said again is not left for her to look through.
  await page.goto(`${origin}/pro-dashboard/sync`);
  await expect(page.getByText('Needs attention')).toHaveCount(0);
  const other = await openDevice(world, 'desktop');
  await signIn(other.page, other.origin, 'intake-refused@practice.test', newPassword);
  await other.page.goto(`${other.origin}/pro-dashboard/settings/professional-record`);
  await expect(field(other.page, 'License number')).toHaveValue('LCSW-77');
  await expect(field(other.page, 'Phone (optional)')).toHaveValue('(503) 555 0199');
});

/** One character of it is another one. */
function flipped(box: string): string {
  const at = Math.floor(box.length / 2);
  return `${box.slice(0, at)}${box[at] === 'A' ? 'B' : 'A'}${box.slice(at + 1)}`;
}
