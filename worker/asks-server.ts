/** Answered by the server alone: the API, its probes, since a cached answer would lie about it, and the pages that a demo has beside the app. `/*`: all below. */
export const serverPaths = ['/api/*', '/healthz', '/readyz', '/dev', '/dev/*'] as const;

/** Whether a path is the server's own. */
export function asksServer(pathname: string): boolean {
  return serverPaths.some((own) => (own.endsWith('/*') ? pathname.startsWith(own.slice(0, -1)) : pathname === own));
}
