import { longestPhoto } from '../../sync/collections/profile-photo.ts';

/** What may be chosen, before it is made small. */
export const mostPhotoBytes = 5 * 1024 * 1024;

/** Edge of the square that is kept, in pixels: four times what a screen shows at most. */
const edge = 480;

/** Until it is small enough; the last is so for any picture of this size. */
const qualities = [0.88, 0.8, 0.7, 0.55, 0.4, 0.2] as const;

export type MadePhoto =
  | { readonly kind: 'photo'; readonly image: string }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'unreadable' };

/**
 * Makes a photo anew on this device: its middle, square, upright, as a JPEG of at most `longestPhoto` characters of base64. Nothing
 * of the file but its pixels comes along: no place, no camera, no thumbnail of what was cut away.
 */
export async function makePhoto(file: Blob): Promise<MadePhoto> {
  if (file.size > mostPhotoBytes) return { kind: 'too_large' };
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return { kind: 'unreadable' };
  }
  try {
    const canvas = drawSquare(picture);
    for (const quality of qualities) {
      const image = canvas.toDataURL('image/jpeg', quality).replace(/^data:image\/jpeg;base64,/, '');
      if (image.startsWith('/9j/') && image.length <= longestPhoto) return { kind: 'photo', image };
    }
    return { kind: 'unreadable' };
  } finally {
    picture.close();
  }
}

function drawSquare(picture: ImageBitmap): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = edge;
  canvas.height = edge;
  const context = canvas.getContext('2d');
  const side = Math.min(picture.width, picture.height);
  if (!context || side === 0) return canvas;
  context.imageSmoothingQuality = 'high';
  // Where a picture lets light through, the paper shows.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, edge, edge);
  const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2];
  context.drawImage(picture, left, top, side, side, 0, 0, edge, edge);
  return canvas;
}
