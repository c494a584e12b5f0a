import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** OKLCH to linear sRGB luminance (Ottosson 2020), then the contrast ratio of WCAG 2.2. */
function luminance(lightness: number, chroma: number, hueDegrees: number): number {
  const hue = (hueDegrees * Math.PI) / 180;
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number): number => Math.min(1, Math.max(0, value));
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const colour = String.raw`oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)`;
const tokens = new Map<string, { light: number; dark: number }>();
for (const found of css.matchAll(new RegExp(String.raw`--([a-z-]+): light-dark\(${colour}, ${colour}\);`, 'g'))) {
  const [, name = '', ...numbers] = found;
  const [l1 = 0, c1 = 0, h1 = 0, l2 = 0, c2 = 0, h2 = 0] = numbers.map(Number);
  tokens.set(name, { light: luminance(l1, c1, h1), dark: luminance(l2, c2, h2) });
}

function contrast(one: string, other: string, theme: 'light' | 'dark'): number {
  const first = tokens.get(one)?.[theme];
  const second = tokens.get(other)?.[theme];
  if (first === undefined || second === undefined) throw new Error(`no token ${one} or ${other}`);
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

const surfaces = ['desk', 'paper', 'sheet', 'wash'];
const texts = ['ink', 'ink-soft', 'ink-faint', 'accent', 'accent-strong', 'wait', 'need', 'fine'];
const pairs: [string, string, number][] = [
  ...texts.flatMap((text) => surfaces.map((surface): [string, string, number] => [text, surface, 4.5])),
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-strong', 4.5],
  ['paper', 'need', 4.5],
  ['accent-strong', 'accent-wash', 4.5],
  ['accent', 'accent-wash', 4.5],
  ['wait', 'wait-wash', 4.5],
  ['need', 'need-wash', 4.5],
  ['fine', 'fine-wash', 4.5],
  ...['ink', 'ink-soft'].flatMap((text) =>
    ['accent-wash', 'wait-wash', 'need-wash', 'fine-wash'].map((wash): [string, string, number] => [text, wash, 4.5]),
  ),
  // Borders of fields and rings of focus are parts of the interface, not text: 3 to 1.
  ...['line-strong', 'focus'].flatMap((line) =>
    ['desk', 'paper', 'sheet'].map((surface): [string, string, number] => [line, surface, 3]),
  ),
];

test.each(pairs)('%s on %s is readable in both themes (at least %f)', (text, surface, least) => {
  expect(contrast(text, surface, 'light')).toBeGreaterThanOrEqual(least);
  expect(contrast(text, surface, 'dark')).toBeGreaterThanOrEqual(least);
});

test('the formula agrees with known values', () => {
  expect(luminance(1, 0, 0)).toBeCloseTo(1, 3);
  expect(luminance(0, 0, 0)).toBe(0);
  expect(tokens.size).toBeGreaterThanOrEqual(20);
});
