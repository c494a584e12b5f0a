// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { blankStatus } from '../../../sync/client/status/status-board.ts';
import { ClientContext } from '../../lib/client-context.ts';
import { dateAndTime } from '../../lib/time.ts';
import { ScreenClient } from '../../testing/screen-client.ts';
import { CalendarLinks } from './calendar-links.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const path = '/api/scheduler/v1/calendar_feed';
const link = {
  feed_id: 'f1',
  initials: true,
  create_datetime: '2026-11-20T09:00:00.000Z',
  fetch_datetime: '2026-11-21T10:00:00.000Z',
};

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The page over a server that has these links, and what it is asked. */
async function drawn(feeds: readonly (typeof link)[], online = true) {
  const asked: (readonly [string, unknown])[] = [];
  vi.stubGlobal('fetch', async (_at: string, { method = '', body }: RequestInit) => {
    asked.push([method, body]);
    if (method === 'POST')
      return Response.json({ ...link, fetch_datetime: null, path: `${path}/file/abc.ics` }, { status: 201 });
    return Response.json({ feeds });
  });
  const device = new ScreenClient('m');
  const client = {
    ...device.client,
    status: { get: () => still, subscribe: () => () => undefined },
  } as unknown as typeof device.client;
  const still = { ...blankStatus, online };
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  await act(async () =>
    root.render(
      <ClientContext value={client}>
        <CalendarLinks />
      </ClientContext>,
    ),
  );
  const button = (words: string) =>
    [...box.querySelectorAll('button')].find(({ textContent }) => textContent === words);
  return {
    box,
    asked,
    button,
    press: (words: string) => act(async () => button(words)?.click()),
    leave: () => act(() => root.unmount()),
  };
}

test('[FD-1] a link is made without initials where nobody chose them, and its address is shown once', async () => {
  const { box, asked, press, leave } = await drawn([]);
  expect(box.textContent).toContain('There are none.');
  await press('Make a link');
  expect(asked).toContainEqual(['POST', '{"initials":false}']);
  expect(box.querySelector('output')?.textContent).toContain(`${location.origin}${path}/file/abc.ics`);
  expect(box.textContent).toContain('It is shown only now.');
  await act(async () => box.querySelector<HTMLInputElement>('input[type=checkbox]')?.click());
  await press('Make a link');
  expect(asked).toContainEqual(['POST', '{"initials":true}']);
  leave();
});

test('[FD-1] the list says when a link was made and fetched last, and asks before one is ended', async () => {
  const { box, asked, press, leave } = await drawn([link]);
  // The account of who looks is not here: by the clock of the device.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(box.textContent).toContain(`Made on ${dateAndTime(link.create_datetime, zone)}`);
  expect(box.textContent).toContain(`Fetched last on ${dateAndTime(link.fetch_datetime, zone)}. Shows initials.`);
  await press('End this link');
  expect(asked.map(([method]) => method)).not.toContain('DELETE');
  await press('End link');
  expect(asked.map(([method]) => method)).toContain('DELETE');
  leave();
});

test('[FD-1] the address of a link that was ended is not shown any more; that of another stays', async () => {
  const other = await drawn([{ ...link, feed_id: 'f2' }]);
  for (const words of ['Make a link', 'End this link', 'End link']) await other.press(words);
  expect(other.box.textContent).toContain('It is shown only now.');
  other.leave();
  const same = await drawn([link]);
  for (const words of ['Make a link', 'End this link', 'End link']) await same.press(words);
  expect(same.box.textContent).not.toContain('It is shown only now.');
  expect(same.box.textContent).not.toContain('abc.ics');
  same.leave();
});

test('[FD-1] without a connection it says so, and makes and ends none', async () => {
  const { box, button, leave } = await drawn([link], false);
  expect(box.textContent).toContain('Calendar links need a connection.');
  expect(button('Make a link')?.disabled).toBe(true);
  expect(button('End this link')?.disabled).toBe(true);
  leave();
});
