import {
  expectDelivered,
  goOffline,
  goOnline,
  moveTo,
  openSignedIn,
  type Device,
  type World,
} from '../../support/app-states.ts';
import { bookSession, dayAhead, idOf, openDays, sheet } from './calendar.ts';
import { expect, shoot } from './camera.ts';

export const transferPictures = [
  'transfer-sheet-normal',
  'transfer-sheet-all',
  'transfer-proposed',
  'transfer-asked-home',
  'transfer-asked-normal',
  'transfer-asked-refused',
  'transfer-taken-offline',
  'session-unsaid-home',
  'session-unsaid-normal',
];

/** A session that is proposed to a colleague, as both see it; and one of which nobody has said whether it took place. */
export async function transferScreens(world: World, kind: Device['kind']): Promise<void> {
  const desk = await openSignedIn(world, 'desktop', 'clinician');
  const mine = kind === 'desktop' ? desk : await openSignedIn(world, kind, 'clinician');
  const theirs = await openSignedIn(world, kind, 'colleague');
  const date = dayAhead(kind === 'phone' ? 5 : 6);
  await openDays(desk, 'week', date);
  const name = await bookSession(desk, { date, time: '05:00', client: 'Rosa Delgado' });
  const id = await idOf(desk, name, date);
  await expectDelivered(desk);
  await moveTo(mine, `/pro-dashboard/schedule/${id}`);
  const detail = mine.page.getByRole('article', { name: 'Session' });
  await detail.getByRole('button', { name: 'Transfer', exact: true }).click();
  const transfer = sheet(mine.page, 'Transfer to a colleague');
  await transfer.getByRole('radio', { name: /Okoro/ }).check();
  await shoot(mine, 'transfer-sheet', 'normal');
  await transfer.getByRole('radio', { name: /All coming sessions/ }).check();
  await shoot(mine, 'transfer-sheet', 'all');
  await transfer.getByRole('radio', { name: 'This session' }).check();
  await transfer.getByRole('radio', { name: /The sessions alone/ }).check();
  await transfer.getByRole('button', { name: 'Propose' }).click();
  await expect(detail).toContainText('has not answered yet');
  await shoot(mine, 'transfer', 'proposed');
  await expectDelivered(mine);

  await moveTo(theirs, '/pro-dashboard/homepage');
  const asked = theirs.page.getByRole('region', { name: 'Sessions to take over' });
  await expect(asked).toContainText(name);
  await shoot(theirs, 'transfer-asked', 'home');
  await asked.getByRole('link').first().click();
  const held = theirs.page.getByRole('article', { name: 'Session' });
  await expect(held).toContainText('You are asked to take this over');
  await shoot(theirs, 'transfer-asked', 'normal');
  // A session of their own at that hour: what would be refused is said before.
  const other = kind === 'desktop' ? theirs : await openSignedIn(world, 'desktop', 'colleague');
  await openDays(other, 'week', date);
  const another = await bookSession(other, { date, time: '05:30' });
  await expectDelivered(other);
  await moveTo(theirs, `/pro-dashboard/schedule/${id}`);
  await expect(held).toContainText('would be refused');
  await shoot(theirs, 'transfer-asked', 'refused');
  await openDays(other, 'week', date);
  const inTheWay = await idOf(other, another, date);
  await moveTo(other, `/pro-dashboard/schedule/${inTheWay}`);
  await other.page.getByRole('button', { name: 'Cancel session' }).click();
  await sheet(other.page, 'Cancel this session?').getByRole('button', { name: 'Cancel session' }).click();
  await expectDelivered(other);
  await moveTo(theirs, `/pro-dashboard/schedule/${id}`);
  await expect(held.getByRole('button', { name: 'Take over' })).toBeEnabled();
  await goOffline(theirs);
  await held.getByRole('button', { name: 'Take over' }).click();
  await expect(held).toContainText('You took this session over');
  await shoot(theirs, 'transfer-taken', 'offline');
  await goOnline(theirs);
  await expectDelivered(theirs);

  await moveTo(mine, '/pro-dashboard/homepage');
  await expect(mine.page.getByText(/^Did (a session|\d+ sessions) take place\?$/)).toBeVisible();
  await shoot(mine, 'session-unsaid', 'home');
  await mine.page.getByRole('link', { name: /^Look at (it|the first)$/ }).click();
  await expect(detail.getByRole('region', { name: 'Did it take place?' })).toBeVisible();
  await shoot(mine, 'session-unsaid', 'normal');
}
