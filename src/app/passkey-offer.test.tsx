// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { noteUnlock } from '../model/passkeys/passkey-offer.ts';
import { accountRow, DrawnScreen } from '../testing/drawn-screen.tsx';
import { PasskeyOffer } from './passkey-offer.tsx';

const offered = 'This device can open Orchid by your face';

let screen: DrawnScreen;
beforeEach(() => {
  localStorage.clear();
  screen = new DrawnScreen();
  screen.parts['passkeyState'] = async () => 'possible';
  screen.device.put(accountRow());
});
afterEach(() => screen.leave());

const isOffered = () => document.body.textContent?.includes(offered) ?? false;
const unlocked = () => act(async () => noteUnlock('pro-1'));

test('[PK-1] is shown by the second unlock, also where the screen stood before that was counted', async () => {
  await unlocked();
  await screen.draw(<PasskeyOffer />);
  expect(isOffered()).toBe(false);
  await unlocked();
  expect(isOffered()).toBe(true);
  await screen.press('No, thanks');
  expect(isOffered()).toBe(false);
  await unlocked();
  expect(isOffered()).toBe(false);
});

test.each(['on', 'off', 'impossible'])('[PK-1] is not made where the device answers “%s”', async (state) => {
  screen.parts['passkeyState'] = async () => state;
  await unlocked();
  await unlocked();
  await screen.draw(<PasskeyOffer />);
  expect(isOffered()).toBe(false);
});
