import { portalPage, portalRedirect, wholeNetwork, type Act } from '../../support/fault-gate.ts';

const html = { 'content-type': 'text/html' };
const failing = (status: number, headers: Record<string, string> = {}): Act => ({
  kind: 'answer',
  status,
  headers: { ...html, ...headers },
  body: '<h1>Something is wrong</h1>',
});

/** The faults of a network, of whatever stands in between, and of an overloaded server. */
export const faults = {
  reset: { kind: 'reset' },
  'black hole': { kind: 'black-hole' },
  'black hole for good': { kind: 'black-hole', forGood: true },
  slow: { kind: 'slow', delayMs: 1500 },
  'answer lost after commit': { kind: 'lose-answer' },
  'arrives twice': { kind: 'twice' },
  'portal, 200': portalPage,
  'portal, 302': portalRedirect,
  'portal, 511': failing(511),
  '502': failing(502),
  '503, Retry-After': failing(503, { 'retry-after': '1' }),
  '429, Retry-After': failing(429, { 'retry-after': '1' }),
  'cut, then reset': { kind: 'cut', end: 'reset' },
  'cut, ended politely': { kind: 'cut', end: 'polite' },
} as const satisfies Record<string, Act>;

export type FaultName = keyof typeof faults;

/** Which requests a fault hits. */
export const paths = {
  'the whole network': wholeNetwork,
  push: /^\/api\/sync\/v1\/push/,
  pull: /^\/api\/sync\/v1\/pull/,
  socket: /^\/api\/instant_messaging\/v1\/ws/,
  renewal: /^\/api\/login\/v1\/renew_access_token/,
  'sign-in': /^\/api\/login\/v1\/(pre_login|initiate_auth)/,
  'proof of the password': /^\/api\/login\/v1\/initiate_auth/,
} as const;
