// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { ClientContext } from '../../../lib/client-context.ts';
import { AttentionClient, refusedWithWords } from '../../../testing/attention-client.ts';
import { AttentionCard } from './attention-card.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** The card of the refused booking, with what was said with it. */
async function drawn() {
  const device = new AttentionClient(refusedWithWords);
  const [booking, ...beside] = refusedWithWords;
  if (!booking) throw new Error('there is a booking');
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  await act(async () =>
    root.render(
      <ClientContext value={device.client}>
        <ul>
          <AttentionCard item={booking} beside={beside} zone="UTC" now="2026-11-24T16:00:00.000Z" />
        </ul>
      </ClientContext>,
    ),
  );
  const press = async (words: string): Promise<void> => {
    const buttons = [...document.querySelectorAll('button')].filter(({ textContent }) => textContent === words);
    await act(async () => buttons.at(-1)?.click());
    await act(() => new Promise((resolve) => setTimeout(resolve)));
  };
  return { device, box, press, leave: () => act(() => root.unmount()) };
}

test('[CA-13] a refused booking shows what was typed with it, and tried again says office and place of the new session', async () => {
  const { device, box, press, leave } = await drawn();
  expect(box.textContent?.split('A week with her sister')).toHaveLength(2);
  await press('Retry');
  expect(device.changes.map(([name]) => name)).toEqual(['appointment.book', 'session_office.say', 'session_place.say']);
  expect(device.changes[2]?.[1]).toEqual({
    appointment_id: 'new',
    client_state: 'WA',
    license_reason: 'A week with her sister',
  });
  expect(device.left).toEqual([]);
  leave();
});

test('the file of a refused booking holds what was typed with it', async () => {
  const { press, leave } = await drawn();
  const files: Blob[] = [];
  const url = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file);
    return 'blob:none';
  });
  await press('Export');
  const said: unknown = JSON.parse((await files[0]?.text()) ?? '');
  expect(said).toMatchObject({
    name: 'appointment.book',
    with_it: [{ name: 'session_office.say' }, { content: { license_reason: 'A week with her sister' } }],
  });
  url.mockRestore();
  leave();
});

test('what was said with it goes only when the person has discarded the booking', async () => {
  const { device, press, leave } = await drawn();
  await press('Discard');
  await press('Keep it');
  expect(device.left).toEqual(['b1', 'office', 'place']);
  await press('Discard');
  await press('Discard');
  expect([device.left, device.changes]).toEqual([[], []]);
  leave();
});
