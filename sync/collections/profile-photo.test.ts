import { describe, expect, test } from 'vitest';
import { runPure } from '../testing/run-pure.ts';
import { sampleCall } from '../testing/sample-calls.ts';
import { longestPhoto } from './profile-photo.ts';

const { records } = sampleCall('profile_photo.set');
const set = (image: string, sub = 'someone') =>
  runPure({ records, roles: {} }, { sub, name: 'profile_photo.set', args: { image } });

describe('[PH-1] a photo of oneself', () => {
  test('is a JPEG that is small enough, or none', () => {
    const longest = `/9j/${'A'.repeat(longestPhoto - 4)}`;
    for (const image of ['/9j/4AAQ', '', longest]) {
      const outcome = set(image);
      expect(outcome).toMatchObject({ outcome: 'applied', records: [{ id: 'someone', body: { image } }] });
    }
    for (const image of [`${longest}A`, 'iVBORw0KGgo=', '/9j/<svg>', 'data:image/jpeg;base64,/9j/4AAQ', '/9j/'])
      expect(set(image)).toMatchObject({ outcome: 'rejected', code: 'invalid_arguments' });
  });

  test('is of an account that is there', () => {
    expect(set('/9j/4AAQ', 'stranger')).toMatchObject({ outcome: 'rejected', code: 'not_found' });
  });
});
