import { request } from '@playwright/test';
import { demoPassword } from '../../support/app-driver.ts';

/** Reads and acts as this person from elsewhere: a session of its own, past every fault, with the password in the clear. */
export async function signedInElsewhere(origin: string, email: string) {
  const api = await request.newContext({ baseURL: origin });
  const headers = { origin };
  const answer = await api.post('/api/login/v1/initiate_auth', {
    data: { username_or_email: email, password: demoPassword },
    headers,
  });
  if (!answer.ok()) throw new Error(`a sign-in was answered ${answer.status()}`);
  return api;
}

/** Every device of this person is signed out for good, as from another one: only the password brings it back. */
export async function endSessions(origin: string, email: string): Promise<void> {
  const api = await signedInElsewhere(origin, email);
  const answer = await api.post('/api/login/v1/logout_everywhere', {
    data: { password: demoPassword },
    headers: { origin },
  });
  if (!answer.ok()) throw new Error(`signing out everywhere was answered ${answer.status()}`);
  await api.dispose();
}
