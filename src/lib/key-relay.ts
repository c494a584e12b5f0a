/** How long a new tab waits for one that is open: a frozen tab never answers. */
const patienceMs = 800;
/** More open tabs than this are not asked. */
const maxTabs = 8;

type Answer =
  | { readonly kind: 'key'; readonly sub: string; readonly replicaKey: Uint8Array }
  | { readonly kind: 'locked' }
  | { readonly kind: 'nobody' };

/** The replica key from an unlocked tab of this account, or null. The bytes are a copy; the other tab keeps its own. */
export async function askForKey(sub: string): Promise<Uint8Array | null> {
  const worker = 'serviceWorker' in navigator ? navigator.serviceWorker.controller : null;
  if (!worker) return null;
  for (let index = 0; index < maxTabs; index += 1) {
    const answer = await askTab(worker, index);
    if (answer?.kind === 'key' && answer.sub === sub) return answer.replicaKey;
    if (answer?.kind === 'nobody') return null;
  }
  return null;
}

function askTab(worker: ServiceWorker, index: number): Promise<Answer | null> {
  const { port1, port2 } = new MessageChannel();
  return new Promise<Answer | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), patienceMs);
    port1.onmessage = (event: MessageEvent<Answer>) => {
      clearTimeout(timer);
      resolve(event.data);
    };
    worker.postMessage({ type: 'relay-key', index }, [port2]);
  }).finally(() => port1.close());
}

/** Answers new tabs while this one is unlocked. */
export function answerKeyQuestions(give: () => { readonly sub: string; readonly replicaKey: Uint8Array } | null): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', (event: MessageEvent<{ type?: unknown } | null>) => {
    const [port] = event.ports;
    if (event.data?.type !== 'give-key' || !port) return;
    const keys = give();
    port.postMessage(keys ? { kind: 'key', ...keys } : { kind: 'locked' });
  });
}
