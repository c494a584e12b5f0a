import type { Page } from '@playwright/test';

/** From here on the page's main thread runs so many times slower, after a reload too. */
export async function slowDown(page: Page, times: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: times });
}
