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
    return Response.json({ feeds });
  });
  const device = new ScreenClient('m');
  const client = {
    ...device.client,
    status: { get: () => still, subscribe: () => () => undefined },
    actWithPassword: async (name: string, password: string, body: unknown) => {
      asked.push([`${name} ${password}`, body]);
      return password === 'right'
        ? { kind: 'ok', answer: { ...link, fetch_datetime: null, path: `${path}/file/abc.ics` } }
        : { kind: 'failed', message: password === 'unanswered' ? 'No answer came.' : 'That password is not right.' };
    },
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
    /** Types a password as a person does, and asks for a link. */
    make: async (password: string) => {
      const field = box.querySelector<HTMLInputElement>('input[autocomplete=current-password]');
      act(() => {
        if (!field) throw new Error('no field for the password');
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, password);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      });
      await act(async () => button('Make a link')?.click());
      await act(() => new Promise((resolve) => setTimeout(resolve)));
    },
    leave: () => act(() => root.unmount()),
  };
}

test('[FD-1] a link is made without initials where nobody chose them, and its address is shown once', async () => {
  const { box, asked, make, leave } = await drawn([]);
  expect(box.textContent).toContain('There are none.');
  await make('right');
  expect(asked).toContainEqual(['calendar_link.make right', { initials: false }]);
  expect(box.querySelector('output')?.textContent).toContain(`${location.origin}${path}/file/abc.ics`);
  expect(box.textContent).toContain('It is shown only now.');
  await act(async () => box.querySelector<HTMLInputElement>('input[type=checkbox]')?.click());
  await make('right');
  expect(asked).toContainEqual(['calendar_link.make right', { initials: true }]);
  leave();
});

test('[FD-1] without the password none is asked for, and with a wrong one none is made', async () => {
  const { box, asked, make, leave } = await drawn([]);
  await make('');
  expect(asked.filter(([what]) => what.startsWith('calendar_link'))).toEqual([]);
  expect(box.textContent).toContain('Please enter your password');
  await make('wrong');
  expect(box.textContent).toContain('That password is not right.');
  expect(box.textContent).not.toContain('It is shown only now.');
  leave();
});

test.each([
  ['wrong', 'That password is not right.'],
  ['unanswered', 'No answer came.'],
])(
  '[FD-1] after a sending that failed (%s) the password is gone, what was chosen and the reason stay',
  async (password, why) => {
    const { box, asked, make, leave } = await drawn([]);
    const field = () => box.querySelector<HTMLInputElement>('input[autocomplete=current-password]');
    const initials = () => box.querySelector<HTMLInputElement>('input[type=checkbox]');
    await act(async () => initials()?.click());
    await make(password);
    expect([field()?.value, initials()?.checked]).toEqual(['', true]);
    expect(box.textContent).toContain(why);
    expect(box.textContent).not.toContain('Please enter your password');
    await make('right');
    expect(asked).toContainEqual(['calendar_link.make right', { initials: true }]);
    expect([field()?.value, box.textContent?.includes(why)]).toEqual(['', false]);
    leave();
  },
);

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
  await other.make('right');
  for (const words of ['End this link', 'End link']) await other.press(words);
  expect(other.box.textContent).toContain('It is shown only now.');
  other.leave();
  const same = await drawn([link]);
  await same.make('right');
  for (const words of ['End this link', 'End link']) await same.press(words);
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
