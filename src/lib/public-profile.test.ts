import { afterEach, expect, it, vi } from 'vitest';
import { fetchPublicProfile } from './public-profile.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

function answering(status: number, body: unknown): void {
  vi.stubGlobal('fetch', async () => Response.json(body, { status }));
}

it('[C-623] what the server says against it stands behind the prefix; what is no word of it says nothing', async () => {
  answering(503, { detail: 'Too busy.' });
  expect(await fetchPublicProfile('x')).toEqual({ kind: 'failed', message: 'failed to get orchid pro: Too busy.' });
  answering(503, { error: 1 });
  expect(await fetchPublicProfile('x')).toEqual({ kind: 'no-answer' });
  answering(404, { detail: 'Not found.' });
  expect(await fetchPublicProfile('x')).toEqual({ kind: 'none' });
  answering(200, { display_name: 'Dr. One', medical_degree: 'PhD' });
  expect(await fetchPublicProfile('x')).toMatchObject({ kind: 'found', profile: { certifications: [] } });
});

it('[AC-8] is asked for as anybody asks: without cookies, kept nowhere, and by the id as it is', async () => {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (path: string, { credentials, cache }: RequestInit) => {
    asked.push([path, credentials, cache]);
    return Response.json({ display_name: 'Dr. One', medical_degree: 'PhD' });
  });
  await fetchPublicProfile('a/b');
  expect(asked).toEqual([['/api/users/v1/orchid_pro/a%2Fb', 'omit', 'no-store']]);
});

it('what comes in another form than ours, or not at all, is no word on the page', async () => {
  vi.stubGlobal('fetch', async () => new Response('<p>Sign in to the network</p>', { status: 404 }));
  expect(await fetchPublicProfile('x')).toEqual({ kind: 'no-answer' });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  expect(await fetchPublicProfile('x')).toEqual({ kind: 'no-answer' });
  answering(200, { display_name: 'Dr. One' });
  expect(await fetchPublicProfile('x')).toEqual({ kind: 'no-answer' });
});
