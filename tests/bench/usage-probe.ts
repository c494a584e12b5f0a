/** Loaded before a server under load: answers, by message, what the process has used. The server knows nothing of it. */
import { subscribe } from 'node:diagnostics_channel';

let requests = 0;
let servedMs = 0;
const begun = new WeakMap<object, number>();
const isExchange = (message: unknown): message is { readonly response: object } =>
  typeof message === 'object' && message !== null && 'response' in message;

subscribe('http.server.request.start', (message) => {
  if (isExchange(message)) begun.set(message.response, performance.now());
});
subscribe('http.server.response.finish', (message) => {
  if (!isExchange(message)) return;
  requests += 1;
  servedMs += performance.now() - (begun.get(message.response) ?? Number.NaN);
});
process.on('message', (question) => {
  if (question !== 'usage') return;
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMs: (user + system) / 1000, rssBytes: process.memoryUsage.rss(), requests, servedMs });
});
process.on('disconnect', () => process.exit(0));
