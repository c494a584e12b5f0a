import { isIPv4, isIPv6 } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/** Whom a request came from, for counting only: one IPv4 address, or the network of an IPv6 one. */
export function addressOf(c: Context, trustProxy: boolean): string {
  if (trustProxy) return addressKey(c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() ?? 'unknown');
  // Absent where the app is called without a network, as in tests.
  return c.env && typeof c.env === 'object' && 'incoming' in c.env
    ? addressKey(getConnInfo(c).remote.address ?? 'unknown')
    : 'local';
}

/**
 * What addresses are counted by. Whoever has one IPv6 address has the 2^64 of its network (RFC 6177: a site gets a /64 or
 * more), so these count as one; an IPv4 address written as IPv6 counts as itself.
 */
export function addressKey(address: string): string {
  const bare = address.replace(/^\[|\](:\d+)?$|%.*$/g, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  if (!isIPv6(bare)) return bare;
  return `${groupsOf(bare).slice(0, 4).join(':')}::/64`;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): readonly string[] {
  const [head = '', tail] = address.toLowerCase().split('::');
  const parts = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const [front, back] = [parts(head), parts(tail ?? '')];
  // A tail in the IPv4 notation stands for two groups; only the first four matter here.
  const dotted = back.some((part) => part.includes('.')) ? 1 : 0;
  const missing = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length - dotted);
  const groups = [...front, ...Array.from({ length: missing }, () => '0'), ...back];
  return groups.map((group) => group.replace(/^0+(?=.)/, ''));
}
