import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { staticFiles } from './static-files.ts';

let dir: string;
let app: Hono;

beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'orchid-static-'));
  mkdirSync(path.join(dir, 'pages'));
  for (const name of [
    'index.html',
    'pages/home.html',
    'pages/login.html',
    'pages/member-register.html',
    'robots.txt',
    'parts.pack',
  ])
    writeFileSync(path.join(dir, name), name);
  app = new Hono();
  app.use(staticFiles(dir));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const open = async (url: string, headers: Record<string, string> = {}) => {
  const response = await app.request(url, { headers: { accept: 'text/html', ...headers } });
  return response.status === 200 ? response.text() : response.status;
};

test('a browser that was never here gets the page as it was painted, where there is one', async () => {
  expect(await open('/')).toBe('pages/home.html');
  expect(await open('/login')).toBe('pages/login.html');
  expect(await open('/pro-dashboard/schedule')).toBe('index.html');
  expect(await open('/robots.txt')).toBe('robots.txt');
});

test('one that was here may have something of its own to show: it gets the empty page', async () => {
  const headers = { cookie: 'orchid_device_id=abcdefghijklmnop' };
  expect(await open('/', headers)).toBe('index.html');
  expect(await open('/login', headers)).toBe('index.html');
});

test('a page that looks as a link says comes empty where a link has brought something, and painted to who comes without', async () => {
  expect(await open('/member-register')).toBe('pages/member-register.html');
  for (const brought of ['?link', '?invite_code=ABCDEFGHJK', '?patient_chart_invite_code=ABCDE-23456'])
    expect(await open(`/member-register${brought}`)).toBe('index.html');
  expect(await open('/login?next=%2Fjoin')).toBe('pages/login.html');
});

test('what is no page of ours, leads out of the folder or is asked for as data gets no painted page', async () => {
  expect(await open('/%2e%2e/pages/login')).toBe('index.html');
  expect(await open('/login/')).toBe('pages/home.html');
  expect(await open('/login', { accept: '*/*' })).toBe(404);
  expect((await app.request('/login', { method: 'POST' })).status).toBe(404);
});

test('a painted page is asked for anew each time, and by cookie', async () => {
  const { headers } = await app.request('/login', { headers: { accept: 'text/html' } });
  expect([headers.get('cache-control'), headers.get('vary')]).toEqual(['no-cache', 'accept-encoding, accept, cookie']);
});

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip;q=1.0, *;q=0.5', 'gzip', gunzipSync],
  ['identity', null, (bytes: Buffer) => bytes],
] as const)('what is text comes packed as the browser takes it: %s', async (accepted, packing, unpack) => {
  for (const _time of ['first', 'again']) {
    const response = await app.request('/robots.txt', { headers: { 'accept-encoding': accepted } });
    expect(response.headers.get('content-encoding')).toBe(packing);
    expect(unpack(Buffer.from(await response.arrayBuffer())).toString()).toBe('robots.txt');
  }
});

test('the files of the app in one are asked for anew each time, packed as the browser takes it', async () => {
  const response = await app.request('/parts.pack', { headers: { 'accept-encoding': 'br', accept: '*/*' } });
  expect(response.headers.get('cache-control')).toBe('no-cache');
  expect(brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString()).toBe('parts.pack');
});

test('a file that was replaced is the new one from then on', async () => {
  const robots = path.join(dir, 'robots.txt');
  expect(await open('/robots.txt')).toBe('robots.txt');
  writeFileSync(robots, 'replaced');
  utimesSync(robots, new Date(), new Date('2027-01-01T00:00:00.000Z'));
  expect(await open('/robots.txt')).toBe('replaced');
});
