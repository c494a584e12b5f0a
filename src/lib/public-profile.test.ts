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
