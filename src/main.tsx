import './model/invites/take-first.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@fontsource-variable/hanken-grotesk/index.css';
import './ui/tokens.css';
import './ui/base.css';
import { App } from './app/app.tsx';
import { NotHere } from './app/not-here.tsx';
import { takeOver } from './first-paint/take-over.ts';
import { createBrowserClient } from './lib/browser-client.ts';
import { warmZone } from './lib/device-zone.ts';
import { whyNotHere } from './lib/secure-context.ts';
import { registerServiceWorker } from './lib/service-worker.ts';
import { applyTheme, readTheme } from './lib/theme.ts';
import { createUpdateSource } from './lib/update.ts';

applyTheme(readTheme());

// A plain import would put 18 kB into the first route of browsers that have Temporal already.
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
takeOver(root, document.getElementById('painted'));
const reason = whyNotHere();
createRoot(root).render(<StrictMode>{reason === null ? startApp() : <NotHere reason={reason} />}</StrictMode>);

function startApp() {
  const updates = createUpdateSource();
  void registerServiceWorker(updates);
  warmZone();
  return <App client={createBrowserClient()} updates={updates} />;
}
