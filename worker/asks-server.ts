/** Answered by the server alone: a cached answer would lie about it. */
const probes: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** Whether a path is the server's own: the API, its probes, and the pages that a demo has beside the app. */
export function asksServer(pathname: string): boolean {
  return pathname.startsWith('/api/') || pathname === '/dev' || pathname.startsWith('/dev/') || probes.has(pathname);
}
