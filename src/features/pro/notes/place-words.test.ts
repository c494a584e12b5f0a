import { expect, test } from 'vitest';
import type { WrittenOn } from '../../../../sync/collections/note-body.ts';
import { placeWords } from './place-words.ts';

const here: WrittenOn = { tag: 'aaaaaaaa', name: 'Chrome on Windows' };

const places: readonly (readonly [string, WrittenOn | undefined, WrittenOn | null])[] = [
  ['on this device', here, here],
  ['on this device', { tag: 'aaaaaaaa', name: 'App on Windows' }, here],
  ['on another device, in Chrome on Windows', { ...here, tag: 'bbbbbbbb' }, here],
  ['in Chrome on Android', { tag: 'bbbbbbbb', name: 'Chrome on Android' }, here],
  ['in the app on Android', { tag: 'bbbbbbbb', name: 'App on Android' }, here],
  ['in a browser on Linux', { tag: 'bbbbbbbb', name: 'Browser on Linux' }, here],
  ['in Chrome on Windows', here, null],
  ['on another device', { tag: 'bbbbbbbb' }, { tag: 'aaaaaaaa' }],
  ['on this device', { tag: 'aaaaaaaa' }, { tag: 'aaaaaaaa' }],
  ['on one of your devices', undefined, here],
];

test.each(places)('[CF-3] a version of one’s own was written %s', (words, device, own) => {
  expect(placeWords(device, own)).toBe(words);
});
