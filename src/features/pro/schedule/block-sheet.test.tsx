// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { ClientContext } from '../../../lib/client-context.ts';
import { unsavedTexts } from '../../../lib/flush.ts';
import { ScreenClient } from '../../../testing/screen-client.ts';
import { BlockSheet } from './block-sheet.tsx';
import type { Begun } from './calendar-acts.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
afterEach(() => unsavedTexts.letGo());

function sheet(begun: Begun) {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const { client } = new ScreenClient('pro-1');
  const draw = () =>
    act(() =>
      root.render(
        <ClientContext value={client}>
          <BlockSheet begun={begun} onClose={() => undefined} />
        </ClientContext>,
      ),
    );
  draw();
  const field = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`);
  return {
    draw,
    says: () => ['label', 'date', 'time', 'end_date', 'end_time'].map((name) => field(name)?.value),
    type: (name: string, text: string) =>
      act(async () => {
        const input = field(name);
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
        input?.dispatchEvent(new Event('input', { bubbles: true }));
      }),
    leave: () => act(() => root.unmount()),
  };
}

test('what was drawn just now is meant, and the label that was left stands there still', async () => {
  const first = sheet({ date: '2026-12-01', minute: 9 * 60, minutes: 60 });
  await first.type('label', 'Dentist');
  first.leave();
  const second = sheet({ date: '2026-12-03', minute: 15 * 60, minutes: 120 });
  expect(second.says()).toEqual(['Dentist', '2026-12-03', '15:00', '2026-12-03', '17:00']);
  // Nor does another drawing undo what is typed after it.
  await second.type('end_time', '18:00');
  second.draw();
  expect(second.says().at(-1)).toBe('18:00');
  second.leave();
});

test('where no place was pointed at, what was typed stands there as it was left', async () => {
  const first = sheet({ date: '2026-12-01', minute: 9 * 60, minutes: 60 });
  await first.type('label', 'Dentist');
  first.leave();
  const second = sheet({ date: '2026-12-03' });
  expect(second.says()).toEqual(['Dentist', '2026-12-01', '09:00', '2026-12-01', '10:00']);
  second.leave();
});
