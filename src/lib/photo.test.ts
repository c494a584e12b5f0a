import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { longestPhoto } from '../../sync/collections/profile-photo.ts';
import { makePhoto, mostPhotoBytes } from './photo.ts';

/** What was done to the canvas, in order. */
let done: unknown[][] = [];
let asked: [string, number][] = [];
let encode: (quality: number) => string = () => '/9j/AAAA';
let hasContext = true;
let sides = [800, 600];
let closed = 0;
let canvas = { width: 0, height: 0 };
let created: unknown[] = [];

beforeEach(() => {
  [done, asked, created, closed, hasContext, sides] = [[], [], [], 0, true, [800, 600]];
  encode = () => '/9j/AAAA';
  const context = {
    set imageSmoothingQuality(value: string) {
      done.push(['smooth', value]);
    },
    set fillStyle(value: string) {
      done.push(['style', value]);
    },
    fillRect: (...at: number[]) => done.push(['fill', ...at]),
    drawImage: (_picture: object, ...at: number[]) => done.push(['draw', ...at]),
  };
  vi.stubGlobal('createImageBitmap', async (...given: unknown[]) => {
    created = given;
    const [width, height] = sides;
    return { width, height, close: () => (closed += 1) };
  });
  vi.stubGlobal('document', {
    createElement: () => {
      const made = {
        width: 0,
        height: 0,
        getContext: () => (hasContext ? context : null),
        toDataURL: (type: string, quality: number) => {
          asked.push([type, quality]);
          return `data:image/jpeg;base64,${encode(quality)}`;
        },
      };
      canvas = made;
      return canvas;
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

const file = (bytes: number) => ({ size: bytes }) as Blob;

describe('a photo that was chosen', () => {
  it('is drawn anew, upright, and let go of: nothing but its pixels comes along', async () => {
    const chosen = file(10);
    expect(await makePhoto(chosen)).toEqual({ kind: 'photo', image: '/9j/AAAA' });
    expect(created).toEqual([chosen, { imageOrientation: 'from-image' }]);
    expect([canvas.width, canvas.height, closed]).toEqual([480, 480, 1]);
    expect(asked).toEqual([['image/jpeg', 0.88]]);
  });

  it.each([
    [800, 600, [100, 0, 600, 600]],
    [600, 1000, [0, 200, 600, 600]],
    [50, 50, [0, 0, 50, 50]],
  ])('of %i × %i keeps its middle, on white where light comes through', async (width, height, from) => {
    sides = [width, height];
    await makePhoto(file(10));
    expect(done).toEqual([
      ['smooth', 'high'],
      ['style', '#fff'],
      ['fill', 0, 0, 480, 480],
      ['draw', ...from, 0, 0, 480, 480],
    ]);
  });

  it('is made coarser until it is small enough, and no coarser than that', async () => {
    encode = (quality) => '/9j/'.padEnd(quality > 0.6 ? longestPhoto + 1 : longestPhoto, 'A');
    const made = await makePhoto(file(10));
    expect(made).toMatchObject({ kind: 'photo' });
    expect(asked.map(([, quality]) => quality)).toEqual([0.88, 0.8, 0.7, 0.55]);
  });

  it('that stays too long is none, and is let go of', async () => {
    encode = () => '/9j/'.padEnd(longestPhoto + 1, 'A');
    expect(await makePhoto(file(10))).toEqual({ kind: 'unreadable' });
    expect(asked.map(([, quality]) => quality)).toEqual([0.88, 0.8, 0.7, 0.55, 0.4, 0.2]);
    expect(closed).toBe(1);
  });

  it('is none where the browser makes something else of it', async () => {
    encode = () => 'iVBORw0KGgo';
    expect(await makePhoto(file(10))).toEqual({ kind: 'unreadable' });
  });

  it('of more than 5 MiB is not even looked at; of just so many it is', async () => {
    expect(mostPhotoBytes).toBe(5_242_880);
    expect(await makePhoto(file(mostPhotoBytes + 1))).toEqual({ kind: 'too_large' });
    expect(created).toEqual([]);
    expect(await makePhoto(file(mostPhotoBytes))).toMatchObject({ kind: 'photo' });
  });

  it('that is no picture is none', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('', 'InvalidStateError')));
    expect(await makePhoto(file(10))).toEqual({ kind: 'unreadable' });
  });

  it('is let go of where drawing breaks', async () => {
    encode = () => {
      throw new Error('out of memory');
    };
    await expect(makePhoto(file(10))).rejects.toThrow('out of memory');
    expect(closed).toBe(1);
  });

  it.each([
    ['without a context', () => (hasContext = false)],
    ['of no size', () => (sides = [0, 600])],
  ])('nothing is drawn %s', async (_name, arrange) => {
    arrange();
    await makePhoto(file(10));
    expect(done).toEqual([]);
    expect(closed).toBe(1);
  });
});
