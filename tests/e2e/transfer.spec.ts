import { expect as expectSoon, test } from '@playwright/test';
import {
  closeOthers,
  createWorld,
  disposeWorld,
  expectDelivered,
  goOffline,
  goOnline,
  moveTo,
  openSignedIn,
  type World,
} from '../support/app-states.ts';
import { waitForServiceWorker } from '../support/app-driver.ts';
import { expectAccessibleHere, forAxe } from './support/axe.ts';
import { bookSession, dayAhead, field, idOf, openDays, placed, sheet, undo } from './support/calendar.ts';

const expect = expectSoon.configure({ timeout: 20_000 });
let world: World;
test.beforeAll(async () => {
  world = await createWorld(forAxe);
});
test.afterAll(() => disposeWorld(world));
test.afterEach(async () => {
  for (const { problems } of world.devices) expect(problems).toEqual([]);
  await closeOthers(world);
});

test('[CA-8][S-202] a session is proposed without a network, taken over on the phone, and handed back; it opens no chart', async () => {
  test.setTimeout(150_000);
  const clinician = await openSignedIn(world, 'desktop', 'clinician');
  const colleague = await openSignedIn(world, 'phone', 'colleague');
  const { page } = clinician;
  await waitForServiceWorker(page);
  await waitForServiceWorker(colleague.page);
  const date = dayAhead(3);
  await openDays(clinician, 'week', date);
  const name = await bookSession(clinician, { date, time: '05:00', client: 'Rosa Delgado' });
  const id = await idOf(clinician, name, date);
  await expectDelivered(clinician);

  await goOffline(clinician);
  await placed(page, id).click();
  const detail = page.getByRole('article', { name: 'Session' });
  await detail.getByRole('button', { name: 'Transfer', exact: true }).click();
  const transfer = sheet(page, 'Transfer to a colleague');
  await expect(transfer.getByRole('button', { name: 'Propose' })).toBeDisabled();
  await transfer.getByRole('radio', { name: /Okoro/ }).check();
  await transfer.getByRole('radio', { name: /All coming sessions/ }).check();
  const choices = await field(page, 'Notice').getByRole('option').allTextContents();
  expect(choices).toEqual(['1 day', '7 days', '15 days', '30 days', '90 days']);
  const toldCount = async (): Promise<number> => {
    const told = await transfer.getByText(/^\d+ sessions?, the first on |No session lies that far/).innerText();
    return /^\d+/.test(told) ? Number.parseInt(told, 10) : 0;
  };
  const soon = await toldCount();
  await field(page, 'Notice').selectOption('90 days');
  await expect.poll(toldCount).toBeLessThan(soon);
  await transfer.getByRole('radio', { name: 'This session' }).check();
  await transfer.getByRole('radio', { name: /The sessions alone/ }).check();
  await expectAccessibleHere(clinician, 'transfer-sheet');
  await transfer.getByRole('button', { name: 'Propose' }).click();
  await expect(detail.getByRole('region', { name: 'Transfer' })).toContainText('Proposed to a colleague');
  await undo(page).click();
  await expect(detail.getByRole('region', { name: 'Transfer' })).toBeHidden();
  await detail.getByRole('button', { name: 'Transfer', exact: true }).click();
  await transfer.getByRole('radio', { name: /Okoro/ }).check();
  // Nobody is let into a chart by a choice that was not made: the undo has taken back what was given with it.
  await expect(transfer.getByRole('button', { name: 'Propose' })).toBeDisabled();
  await transfer.getByRole('radio', { name: /The sessions alone/ }).check();
  await transfer.getByRole('button', { name: 'Propose' }).click();
  await expect(detail.getByRole('region', { name: 'Transfer' })).toContainText('has not answered yet');
  await goOnline(clinician);
  await expectDelivered(clinician);

  const asked = colleague.page.getByRole('region', { name: 'Sessions to take over' });
  await moveTo(colleague, '/pro-dashboard/homepage');
  await expect(asked).toContainText('Rosa Delgado');
  await asked.getByRole('link').click();
  const theirs = colleague.page.getByRole('article', { name: 'Session' });
  await expect(theirs).toContainText('You are asked to take this over');
  await expect(theirs.getByRole('link', { name: 'Open client' })).toBeVisible();
  await expect(theirs.getByRole('region', { name: 'Note' })).toBeHidden();
  await expectAccessibleHere(colleague, 'transfer-asked');
  await goOffline(colleague);
  await theirs.getByRole('button', { name: 'Take over' }).click();
  await expect(theirs).toContainText('You took this session over');
  await goOnline(colleague);
  await expectDelivered(colleague);
  await expect(detail).toContainText('Okoro');
  await moveTo(colleague, '/pro-dashboard/homepage');
  await expect(asked).toBeHidden();

  await colleague.page.goBack();
  await theirs.getByRole('button', { name: /^Hand back to/ }).click();
  await expect(theirs).toContainText('has not answered yet');
  await expectDelivered(colleague);
  await detail.getByRole('button', { name: 'Take over' }).click();
  await expectDelivered(clinician);
  await expect(detail).toContainText('You took this session over');
  // It was the only one that she held there: she sees nothing of that client any more.
  await expect(theirs).toBeHidden();
});
