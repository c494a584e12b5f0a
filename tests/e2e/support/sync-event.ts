import { expect, type BrowserContext, type Page } from '@playwright/test';

/** A page of this browser that is nobody's, and the way to wake its service worker as Background Sync does, with or without any other page. */
export async function openBeside(
  context: BrowserContext,
): Promise<{ readonly blank: Page; readonly fireSync: (origin: string) => Promise<void> }> {
  const blank = await context.newPage();
  const session = await context.newCDPSession(blank);
  const registrations: string[] = [];
  session.on('ServiceWorker.workerRegistrationUpdated', (event) => {
    for (const registration of event.registrations)
      if (!registration.isDeleted) registrations.push(registration.registrationId);
  });
  await session.send('ServiceWorker.enable');
  return {
    blank,
    fireSync: async (origin) => {
      await expect.poll(() => registrations.length).toBeGreaterThan(0);
      await session.send('ServiceWorker.dispatchSyncEvent', {
        origin,
        registrationId: registrations.at(-1) ?? '',
        tag: 'orchid-deposit',
        lastChance: false,
      });
    },
  };
}
