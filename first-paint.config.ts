import { readdir, readFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import type * as Renderer from './src/first-paint/render-page.tsx';

const root = import.meta.dirname;
/** What the first words are written in. */
const firstFont = /^hanken-grotesk-latin-wght-normal-.*\.woff2$/;
const rendererDir = path.join(root, '.cache', 'first-paint');

/**
 * Once the client is built: the pages that somebody without an account opens first, as HTML (`dist/pages/`). The server sends them
 * to a browser that was never here; the app takes over in `take-over.ts`.
 */
export function firstPaint(): Plugin {
  let outDir = '';
  return {
    name: 'first-paint',
    apply: 'build',
    configResolved: (config) => {
      outDir = path.resolve(config.root, config.build.outDir);
    },
    writeBundle: { sequential: true, order: 'post', handler: () => paintPages(outDir) },
  };
}

async function paintPages(outDir: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    build: { ssr: 'src/first-paint/render-page.tsx', outDir: rendererDir, emptyOutDir: true, copyPublicDir: false },
  });
  const file = pathToFileURL(path.join(rendererDir, 'render-page.js')).href;
  const renderer = (await import(`${file}?${Date.now()}`)) as typeof Renderer;
  const shell = await readFile(path.join(outDir, 'index.html'), 'utf8');
  const font = (await readdir(path.join(outDir, 'assets'))).find((name) => firstFont.test(name));
  await mkdir(path.join(outDir, 'pages'), { recursive: true });
  for (const page of renderer.paintedPages) {
    const painted = await renderer.renderPage(page);
    await writeFile(path.join(outDir, 'pages', pageFile(page)), inShell(shell, painted, font));
  }
}

/** The file of a page's path, as the server looks for it (`server/static-files.ts`). */
function pageFile(page: string): string {
  return `${page === '/' ? 'home' : page.slice(1)}.html`;
}

/** The page inside `index.html`. What is read comes before what makes it work. */
function inShell(shell: string, { title, html }: Renderer.RenderedPage, font: string | undefined): string {
  // Without its script a form would send what is typed in the address.
  const inert = html.replaceAll(/<(\/?)form\b/g, '<$1div').replaceAll('<button', '<button aria-disabled="true"');
  const fontLink =
    font === undefined
      ? ''
      : `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${font}">\n    `;
  return shell
    .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
    .replace('<link rel="stylesheet"', () => `${fontLink}<link rel="stylesheet"`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace('<div id="root"></div>', () => `<div id="painted">${inert}</div>\n    <div id="root"></div>`);
}
