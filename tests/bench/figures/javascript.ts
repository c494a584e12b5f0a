import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { AppPage } from '../app-page.ts';
import type { BenchRun } from '../bench-run.ts';

const signInFloor = 170;
const agendaFloor = 360;

/** Gzip kB of the scripts that a cold page asks the server for. The service worker, which fetches all, is kept away. */
export async function measureJavaScript(run: BenchRun): Promise<void> {
  const server = await run.server('1k');
  const app = new AppPage(server, { serviceWorkers: 'block' });
  try {
    await app.start();
    await server.takeAsked();
    await app.openSignIn();
    await app.page.waitForLoadState('networkidle');
    report(run, 'JavaScript of the cold sign-in page, gzip', await server.takeAsked(), signInFloor);
    await app.signIn({ isStored: false });
    await app.chill();
    await app.start();
    await server.takeAsked();
    await app.openAgenda();
    await app.expectAgenda();
    await app.page.waitForLoadState('networkidle');
    report(run, 'JavaScript of the cold agenda, gzip', await server.takeAsked(), agendaFloor);
  } finally {
    await app.close();
  }
}

function report(run: BenchRun, name: string, files: readonly string[], floor: number): void {
  const sizes = files
    .filter((file) => file !== '/sw.js')
    .map((file) => [file, gzipSync(fs.readFileSync(path.join('dist', file))).length / 1000] as const)
    .sort(([, one], [, other]) => other - one);
  const sum = sizes.reduce((total, [, size]) => total + size, 0);
  const note = sizes.map(([file, size]) => `${path.basename(file)} ${size.toFixed(1)}`).join(', ');
  run.report({ kind: 'budget', name, unit: 'kB', own: [sum], floor, note });
}
