/** Loaded before a server under load: answers, by message, what the process has used. The server knows nothing of it. */
import { subscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';

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
/** The longest time between two turns of the event loop, by the clock and by the processor's time, whichever is less. */
let longest: number | null = null;
function watchTurns(wallMs: number, cpuMs: number): void {
  if (longest === null) return;
  const [nowMs, nowCpuMs] = [performance.now(), cpuTimeMs()];
  longest = Math.max(longest, Math.min(nowMs - wallMs, nowCpuMs - cpuMs));
  setImmediate(() => watchTurns(nowMs, nowCpuMs));
}
/** Of the thread that serves, where the system tells (Linux); else of the whole process, its collector's helpers included. */
function cpuTimeMs(): number {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'latin1').split(' ')[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}

process.on('message', (question) => {
  if (question === 'watch') {
    longest = 0;
    watchTurns(performance.now(), cpuTimeMs());
    process.send?.({ watching: true });
  }
  if (question === 'stretch') {
    process.send?.({ longestMs: longest ?? 0 });
    longest = null;
  }
  if (question !== 'usage') return;
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMs: (user + system) / 1000, rssBytes: process.memoryUsage.rss(), requests, servedMs });
});
process.on('disconnect', () => process.exit(0));
