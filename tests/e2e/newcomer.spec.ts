import { expect as expectSoon, test, type Locator, type Page } from '@playwright/test';
import {
  createWorld,
  disposeWorld,
  goTo,
  moveTo,
  openDevice,
  openSignedIn,
  type World,
} from '../support/app-states.ts';
import { comeInAnew, stepsOfVera } from './support/new-professional.ts';
import { kindsOf } from './support/kinds.ts';

const expect = expectSoon.configure({ timeout: 20_000 });
let world: World;
test.beforeAll(async () => {
  world = await createWorld();
});
test.afterAll(() => disposeWorld(world));
test.afterEach(async () => {
  for (const { context } of world.devices) await context.close();
});

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const goesOn = (page: Page) => page.getByRole('button', { name: 'Continue' });
/** As a person does it, key by key, in place of what stood there. */
const typeInto = async (page: Page, name: string, keys: string): Promise<void> => {
  await field(page, name).fill('');
  await field(page, name).pressSequentially(keys);
};
/** A button that waits is pressed all the same. */
const pressWaiting = (page: Page) => goesOn(page).click({ force: true });
const expectStep = (page: Page, at: number) => expect(page.getByText(`Step ${at} of 5`)).toBeVisible();

for (const kind of kindsOf('newcomer'))
  test(`a newcomer sets up: dates as they are written, what is missing is named, a supervisor who is not there is not asked, no number is made another one, ${kind}`, async () => {
    test.setTimeout(120_000);
    const device = await openDevice(world, kind);
    const { page, origin } = device;
    await comeInAnew(world, device, `newcomer-${kind}@practice.test`);

    // What is missing has a name, and the focus.
    await expect(page.getByText('Everything is needed, but for what says “optional”.')).toBeVisible();
    await pressWaiting(page);
    await expect(page.getByRole('alert')).toHaveText('“Date of birth” is still missing.');
    await expect(field(page, 'Date of birth')).toBeFocused();
    for (const [keys, shown] of [
      ['1/2/1980', '01/02/1980'],
      ['1985-03-04', '03/04/1985'],
    ] as const) {
      await typeInto(page, 'Date of birth', keys);
      await expect(field(page, 'Date of birth')).toHaveValue(shown);
    }
    await expect(page.getByRole('alert')).toHaveCount(0);
    await typeInto(page, 'Date of birth', '1/2/1899');
    await expect(page.getByText('Please enter a year from 1900 on')).toBeVisible();
    await pressWaiting(page);
    await expect(page.getByRole('alert')).toHaveText('Please look at “Date of birth” again.');
    await typeInto(page, 'Date of birth', '1/2/1980');
    await field(page, 'Legal First Name').fill('x'.repeat(101));
    await field(page, 'Legal Last Name').focus();
    await expect(page.getByText('At most 100 characters')).toBeVisible();
    await field(page, 'Legal First Name').fill('Vera');
    await goesOn(page).click();

    await expectStep(page, 2);
    await field(page, 'Professional type').selectOption('therapist');
    await field(page, 'License state').selectOption('CO');
    await field(page, 'License number').fill('LMFT-9');
    await typeInto(page, 'Expiration date', '1/2/2020');
    await expect(page.getByText('This license has expired.')).toBeVisible();
    const supervised = page.getByRole('checkbox', { name: 'I work under supervision' });
    await supervised.check();
    await field(page, 'Supervisor’s NPI').fill('1234567890');
    await typeInto(page, 'Supervisor’s phone', '+1 (607) 555-0123');
    await expect(field(page, 'Supervisor’s phone')).toHaveValue('(607) 555 0123');
    await expect(goesOn(page)).toBeDisabled();
    await supervised.uncheck();
    await expect(goesOn(page)).toBeEnabled();
    await supervised.check();
    await expect(field(page, 'Supervisor’s NPI')).toHaveValue('1234567890');
    await supervised.uncheck();
    await goesOn(page).click();
    await expectStep(page, 3);

    // Who comes back goes on where something is missing.
    await goTo(device, '/pro-dashboard/homepage');
    await goTo(device, '/quick-intake');
    await expectStep(page, 3);
    await expect(page).toHaveURL(`${origin}/quick-intake#what-is-your-practice-address`);
    await stepsOfVera[2]?.(page);
    const office = page.getByRole('group', { name: 'Business address' });
    await office.getByLabel('Zip').fill('ABCDE');
    await office.getByLabel('City').focus();
    await expect(page.getByText('Please enter a zip of 5 digits, or as 80202-1234')).toBeVisible();
    await office.getByLabel('Zip').fill('97301-1234');
    await goesOn(page).click();

    await expectStep(page, 4);
    for (const refused of ['+49 170 1234567', '000-000-0000']) {
      await field(page, 'Phone (optional)').fill(refused);
      await pressWaiting(page);
      await expect(page.getByText('Please enter a phone number')).toBeVisible();
      await expect(field(page, 'Phone (optional)')).toBeFocused();
    }
    await field(page, 'Phone (optional)').fill('+49 170 1234567');
    await expect(field(page, 'Phone (optional)')).toHaveValue('+49 170 1234567');
    await field(page, 'Phone (optional)').fill('1-607-555-0123');
    await expect(field(page, 'Phone (optional)')).toHaveValue('(607) 555 0123');
    await goesOn(page).click();
    await expectStep(page, 5);
    await expect
      .poll(() => page.evaluate(async () => (await (await fetch('/api/users/v1/orchid_pro/')).json()) as unknown))
      .toMatchObject({ phone_number: '6075550123', dob: '1980-01-02', office_zipcode: '97301-1234' });
    expect(device.problems).toEqual([]);
  });

test('the names of a registration stand beside each other and stay within their column, also with an error; what is too long says so', async () => {
  const device = await openDevice(world, 'desktop');
  const { page } = device;
  await goTo(device, '/professional-register');
  const boxOf = async (name: string) => {
    let box: Awaited<ReturnType<Locator['boundingBox']>> = null;
    // A page that was painted ahead is taken over by the app: what is measured may just be going.
    await expect
      .poll(async () => {
        box = await field(page, name).locator('..').boundingBox();
        return box !== null;
      })
      .toBe(true);
    const { x = 0, width = 0, height = 0 } = box ?? {};
    return { left: x, right: x + width, height };
  };
  const [first, last, email] = [await boxOf('First name'), await boxOf('Last name'), await boxOf('Email')];
  expect(last.left - first.right).toBeGreaterThanOrEqual(12);
  expect(Math.abs(last.right - email.right)).toBeLessThan(1);
  // What was painted ahead carries over what is typed, and not that a field was left.
  await expect(page.locator('#painted')).toHaveCount(0);
  await field(page, 'First name').fill('x'.repeat(101));
  await field(page, 'Email').focus();
  await expect(page.getByText('At most 100 characters')).toBeVisible();
  expect(await boxOf('Last name')).toEqual(last);
  expect((await boxOf('First name')).height).toBe(last.height);
});

test('a new client begins in the first field; a day to come and a number of nobody are told where they stand; a contact’s number too', async () => {
  const device = await openSignedIn(world, 'desktop', 'clinician');
  const { page } = device;
  await moveTo(device, '/pro-dashboard/patient-charts');
  await page.getByRole('button', { name: 'New client' }).click();
  const sheet = page.getByRole('dialog', { name: 'New client' });
  await expect(field(page, 'Legal First Name')).toBeFocused();
  await page.keyboard.type('Signe');
  await field(page, 'Legal Last Name').fill('Aabye');
  await typeInto(page, 'Date of birth', '1/2/2099');
  await typeInto(page, 'Phone', '000-000-0000');
  await sheet.getByRole('button', { name: 'Make the chart' }).click();
  await expect(sheet.getByText('This day is still to come')).toBeVisible();
  await expect(sheet.getByText('Please enter a phone number')).toBeVisible();
  await expect(sheet.getByRole('alert')).toHaveCount(0);
  await typeInto(page, 'Date of birth', '1991-03-09');
  await typeInto(page, 'Phone', '+1 (607) 555-0123');
  await sheet.getByRole('button', { name: 'Make the chart' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole('link', { name: '(607) 555 0123' })).toBeVisible();

  await moveTo(device, '/pro-dashboard/settings/contacts');
  await page.getByRole('button', { name: 'Add a contact' }).click();
  await field(page, 'Name').fill('Zoë Marsh');
  await field(page, 'Kind').selectOption('referrer');
  await field(page, 'Phone').fill('abc');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Please enter a phone number')).toBeVisible();
  await expect(field(page, 'Phone')).toBeFocused();
  expect(device.problems).toEqual([]);
});
