import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { faceOf, forgetFace, readFace, rememberFace } from './lock-face.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const rosa = { user_type: 'member', first_name: 'Rosa', last_name: 'Delgado', display_name: 'Rosa Delgado' } as const;
const maya = {
  user_type: 'orchid_pro',
  first_name: 'maya',
  last_name: 'Östlund',
  display_name: 'Dr. Maya Östlund',
} as const;

test('a professional’s locked device keeps initials and name; a client’s keeps initials and not a letter more', () => {
  expect(faceOf(maya)).toEqual({ initials: 'MÖ', name: 'Dr. Maya Östlund' });
  rememberFace('sub-1', faceOf(rosa));
  expect(readFace('sub-1')).toEqual({ initials: 'RD', name: null });
  expect([...kept.values()].join()).not.toMatch(/osa|elgado/);
});

test('the face is of one account, and is forgotten at a log-out', () => {
  rememberFace('sub-1', faceOf(maya));
  expect(readFace('sub-2')).toBeNull();
  expect(readFace('sub-1')?.initials).toBe('MÖ');
  forgetFace();
  expect(readFace('sub-1')).toBeNull();
  expect(kept.size).toBe(0);
});

test.each(['', '{', '[]', '"x"', '{"sub":"sub-1"}', '{"sub":"sub-1","initials":7}'])(
  'what is no face shows none: %s',
  (text) => {
    kept.set('orchid.lock-face', text);
    expect(readFace('sub-1')).toBeNull();
  },
);
