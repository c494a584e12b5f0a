import { afterEach, expect, test, vi } from 'vitest';
import type { ProvedActResult } from '../../../sync/client/api.ts';
import { askCalendarLinks, endCalendarLink, makeCalendarLink } from './calendar-link-calls.ts';

const path = '/api/scheduler/v1/calendar_feed';
const link = {
  feed_id: 'f1',
  initials: false,
  create_datetime: '2026-11-20T09:00:00.000Z',
  fetch_datetime: null,
};

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The server answers so; what it was asked. */
function answers(answer: () => Response): readonly { readonly at: string; readonly init: RequestInit }[] {
  const asked: { at: string; init: RequestInit }[] = [];
  vi.stubGlobal('location', { origin: 'https://orchid.test' });
  vi.stubGlobal('fetch', async (at: string, init: RequestInit) => {
    asked.push({ at, init });
    return answer();
  });
  return asked;
}

/** A device whose password is asked anew: what it is asked to do, and what it is answered. */
function proves(result: ProvedActResult) {
  vi.stubGlobal('location', { origin: 'https://orchid.test' });
  const asked: (readonly unknown[])[] = [];
  const client = {
    actWithPassword: async (...all: readonly unknown[]) => {
      asked.push(all);
      return result;
    },
  };
  return { client, asked };
}

const said = { initials: false, password: 'a password' };

test('[FD-1] a link is made by who gives the password, and its whole address is told by the answer alone', async () => {
  const { client, asked } = proves({ kind: 'ok', answer: { ...link, path: `${path}/file/abc.ics` } });
  expect(await makeCalendarLink(client, said)).toEqual({
    kind: 'made',
    feedId: 'f1',
    address: `https://orchid.test${path}/file/abc.ics`,
  });
  expect(asked).toEqual([['calendar_link.make', 'a password', { initials: false }]]);
});

test('[FD-1] an answer that leads elsewhere is no link; what the server says is told; without an answer nothing is claimed', async () => {
  const away = proves({ kind: 'ok', answer: { ...link, path: 'https://elsewhere.test/x.ics' } });
  expect(await makeCalendarLink(away.client, said)).toHaveProperty('kind', 'failed');
  const full = { kind: 'failed', message: 'You have 5 calendar links. End one of them first.' } as const;
  expect(await makeCalendarLink(proves(full).client, said)).toEqual(full);
  // Where it is not known, to try again is not what helps: the list says whether one is there.
  const unknown = { kind: 'failed', message: 'Please try again.', isUnknown: true } as const;
  expect(await makeCalendarLink(proves(unknown).client, said)).toEqual({
    kind: 'failed',
    message: 'No answer came. Please look whether a link is there before you make another.',
  });
  answers(() => {
    throw new TypeError('no network');
  });
  expect(await askCalendarLinks()).toBeNull();
});

test('[FD-1] the links are listed without what opens them; of a form that is not known nothing is', async () => {
  answers(() => Response.json({ feeds: [link] }));
  expect(await askCalendarLinks()).toEqual([link]);
  answers(() => Response.json({ feeds: [{ ...link, create_datetime: 'then' }] }));
  expect(await askCalendarLinks()).toBeNull();
});

test.each([
  ['the server says so', () => Response.json({ ok: true }), true],
  ['the server does not know it any more', () => Response.json({ detail: 'x' }, { status: 404 }), true],
  ['the server fails', () => Response.json({ detail: 'x' }, { status: 500 }), false],
  ['a portal answers', () => new Response('<p>Welcome', { headers: { 'content-type': 'text/html' } }), false],
  [
    'nobody answers',
    () => {
      throw new TypeError('no network');
    },
    false,
  ],
] as const)('[FD-1] a link has ended where %s: %#', async (_what, answer, hasEnded) => {
  const asked = answers(answer);
  expect(await endCalendarLink('f/1')).toBe(hasEnded);
  expect(asked[0]).toMatchObject({ at: `${path}/f%2F1`, init: { method: 'DELETE' } });
});
