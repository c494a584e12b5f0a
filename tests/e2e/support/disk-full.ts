import { expect } from '@playwright/test';
import { goTo, notePath, planLabel, type Device } from '../../support/app-states.ts';

/** As text: what compiles this file may add helpers to a function, which the page does not have. */
const quotaSwitch = `{
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...args) {
    if (window.isDiskFull === true && ['outbox', 'overlay', 'attention'].includes(this.name))
      throw new DOMException('full', 'QuotaExceededError');
    return put.apply(this, args);
  };
}`;

/** Lets this page lose and regain the room for new changes. From the next load on. */
export async function addQuotaSwitch({ page }: Device): Promise<void> {
  await page.addInitScript({ content: quotaSwitch });
}

export async function setDiskFull({ page }: Device, isFull: boolean): Promise<void> {
  await page.evaluate((value) => void Object.assign(window, { isDiskFull: value }), isFull);
}

/** An open note with text that the device has no room for, and says so. */
export async function makeNotSaved(device: Device, appointmentId: string, text: string): Promise<void> {
  await goTo(device, notePath(appointmentId));
  const field = device.page.getByLabel(planLabel);
  await expect(field).toBeVisible({ timeout: 20_000 });
  await setDiskFull(device, true);
  await field.fill(text);
  await expect(device.page.getByRole('alert').filter({ hasText: 'Not saved on this device' })).toBeVisible({
    timeout: 20_000,
  });
}
