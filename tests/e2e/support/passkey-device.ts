import type { BrowserContextOptions } from '@playwright/test';
import { openDevice, type Device, type World } from '../../support/app-states.ts';

/**
 * A device with a fingerprint reader that derives secrets, and somebody at it who is known to it. Passkeys belong to a name, so it
 * finds the server under one: open it at `home`.
 */
export async function deviceWithFinger(
  world: World,
  kind: Device['kind'],
  options: BrowserContextOptions = {},
): Promise<Device & { readonly home: string }> {
  const device = await openDevice(world, kind, options);
  const devtools = await device.context.newCDPSession(device.page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { ...device, home: device.origin.replace('127.0.0.1', 'localhost') };
}
