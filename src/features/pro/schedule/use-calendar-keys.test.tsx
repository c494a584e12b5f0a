// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { DrawnScreen } from '../../../testing/drawn-screen.tsx';
import { calendarKeys } from './use-calendar-keys.ts';

let screen: DrawnScreen;
let did: string[];
beforeEach(async () => {
  screen = new DrawnScreen();
  did = [];
  await draw();
});

async function draw(mayPlan = true): Promise<void> {
  const onKey = calendarKeys({
    onToday: () => void did.push('today'),
    onStep: (way) => void did.push(`step ${way}`),
    onNew: mayPlan ? () => void did.push('new') : null,
    onHelp: () => void did.push('help'),
  });
  await screen.draw(
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- as the calendar has it
    <div id="calendar" tabIndex={-1} onKeyDown={onKey}>
      <button id="plain">Plain</button>
      <button id="placed" data-placed="">
        Placed
      </button>
      <input id="text" />
      <input id="radio" type="radio" />
      <dialog>
        <button id="sheet">Sheet</button>
      </dialog>
      {['s1', 's2', 's3'].map((id) => (
        <a key={id} id={id} href="#x" data-session-link="">
          {id}
        </a>
      ))}
      <a id="hidden" href="#x" data-session-link="">
        Hidden
      </a>
    </div>,
  );
  for (const link of document.querySelectorAll<HTMLElement>('[data-session-link]'))
    link.getClientRects = () => (link.id === 'hidden' ? [] : [{}]) as unknown as DOMRectList;
}

/** Presses a key where this has the focus; whether the browser is kept from what it would do by itself. */
function key(id: string, pressed: string, more: KeyboardEventInit = {}): boolean {
  const target = document.getElementById(id);
  target?.focus();
  const event = new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true, ...more });
  act(() => void target?.dispatchEvent(event));
  return event.defaultPrevented;
}
const focused = () => document.activeElement?.id;

test('each key does its own, and nothing that the browser would do with it', () => {
  const kept = ['t', 'n', '?', 'ArrowLeft', 'ArrowRight'].map((pressed) => key('plain', pressed));
  expect([did, kept]).toEqual([
    ['today', 'new', 'help', 'step -1', 'step 1'],
    [true, true, true, true, true],
  ]);
  expect(key('plain', 'x')).toBe(false);
});

test('the calendar keeps the focus where the days go that had it', () => {
  key('s1', 't');
  expect(focused()).toBe('calendar');
  key('plain', 'ArrowRight');
  expect(focused()).toBe('calendar');
});

test('who may plan nothing begins no session', async () => {
  await draw(false);
  expect([key('plain', 'n'), did]).toEqual([false, []]);
});

test.each([
  ['a field', 'text', {}],
  ['a sheet that lies over it', 'sheet', {}],
  ['a key held with Ctrl', 'plain', { ctrlKey: true }],
  ['a key held with Alt', 'plain', { altKey: true }],
  ['a key held with Meta', 'plain', { metaKey: true }],
] as const)('nothing is set off by %s', (_name, id, more) => {
  for (const pressed of ['t', 'n', '?', 'j', 'ArrowLeft']) expect(key(id, pressed, more)).toBe(false);
  expect(did).toEqual([]);
});

test('a choice that has the focus is no field; a placed session has the arrows for itself, and only those', () => {
  key('radio', 't');
  expect(did).toEqual(['today']);
  expect([key('placed', 'ArrowLeft'), key('placed', 'ArrowRight'), did]).toEqual([false, false, ['today']]);
  key('placed', 'n');
  expect(did).toEqual(['today', 'new']);
});

test('j and k go from session to session as they are shown, and stay at the ends', () => {
  key('plain', 'j');
  expect(focused()).toBe('s1');
  key('s1', 'j');
  expect(focused()).toBe('s2');
  key('s2', 'k');
  expect(focused()).toBe('s1');
  key('s1', 'k');
  expect(focused()).toBe('s1');
  key('plain', 'k');
  expect(focused()).toBe('s3');
  key('s3', 'j');
  expect(focused()).toBe('s3');
});
