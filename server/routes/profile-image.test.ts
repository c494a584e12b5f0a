import { afterEach, beforeEach, expect, test } from 'vitest';
import { createProfessionalWorld } from '../testing/professional-world.ts';
import type { TestDevice } from '../testing/test-device.ts';
import type { TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await createProfessionalWorld();
});
afterEach(() => server.close());

const path = '/api/users/orchid_pro/profile_image/';
const set = (device: TestDevice, image: string) =>
  device.push([device.seal({ name: 'profile_photo.set', args: { image } })]);

test('[C-575] one’s own photo is a JPEG that nothing on the way keeps', async () => {
  const ann = await server.signedIn('ann');
  await set(ann, '/9j/4AAQ');
  const response = await ann.call('GET', `${path}ann`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/jpeg');
  expect(response.headers.get('cache-control')).toContain('no-store');
  expect(Buffer.from(await response.arrayBuffer()).toString('base64')).toBe('/9j/4AAQ');
});

test('[C-575] somebody else’s, one that was taken away and one that never was answer alike; nobody is asked to sign in', async () => {
  const [ann, ben] = [await server.signedIn('ann'), await server.signedIn('ben')];
  await set(ann, '/9j/4AAQ');
  await set(ben, '/9j/4AAQ');
  await set(ben, '');
  const answers = await Promise.all(
    ['ann', 'ben', 'eve', 'nobody-at-all', '%00'].map(async (sub) => {
      const response = await ben.call('GET', `${path}${sub}`);
      return `${response.status} ${await response.text()}`;
    }),
  );
  expect(new Set(answers)).toEqual(new Set(['404 {"detail":"Not found."}']));
  expect((await server.device().call('GET', `${path}ann`)).status).toBe(401);
});
