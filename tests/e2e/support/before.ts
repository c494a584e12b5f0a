import { expect as expectSoon } from '@playwright/test';
import { goTo, type Device } from '../../support/app-states.ts';

const expect = expectSoon.configure({ timeout: 20_000 });

/** A coming session by video of a client whose earlier notes have a plan: its page before the session stands open. */
export async function openBefore(device: Device): Promise<string> {
  const { page } = device;
  const ids = await page.evaluate(async () => {
    const from = new Date().toISOString();
    const answer = await fetch(`/api/scheduler/v1/snapshot/appointments_v2?oldest_datetime=${from}&limit=100`);
    const { appointments } = (await answer.json()) as { appointments: { appointment_id: string; status: string }[] };
    return appointments.filter(({ status }) => status === 'booked').map(({ appointment_id }) => appointment_id);
  });
  for (const id of ids) {
    const path = `/pro-dashboard/sessions/${id}/before`;
    await goTo(device, path);
    await expect(page.getByRole('region', { name: 'Last plan' })).toBeVisible();
    const isByVideo = await page.getByRole('region', { name: 'Where the client is' }).isVisible();
    if (isByVideo && (await page.getByText('No earlier note has a plan.').count()) === 0) return path;
  }
  throw new Error('no such session');
}
