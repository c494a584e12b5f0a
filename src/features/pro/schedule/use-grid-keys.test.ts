// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import type { KeyboardEvent } from 'react';
import { expect, test } from 'vitest';
import { renderHook } from '../../../testing/render-hook.tsx';
import { ScreenClient } from '../../../testing/screen-client.ts';
import type { GridSpan } from './grid-moves.ts';
import { useGridKeys } from './use-grid-keys.ts';

test('what was taken by keys is put down over the version that was taken, whatever came meanwhile', () => {
  const frame = { dates: ['2026-11-24', '2026-11-25'], firstHour: 8, lastHour: 18 };
  const element = document.createElement('a');
  element.dataset['placed'] = 'a1';
  const placed: [string, GridSpan, string][] = [];
  const none = { current: null };
  const span = { date: '2026-11-24', minute: 600, minutes: 50 };
  const page = renderHook(
    (stamp: string) =>
      useGridKeys({
        frame,
        gridRef: none,
        outlineRef: none,
        cursorRef: none,
        find: () => ({ span, stamp, longest: 480, isMovable: true }),
        onPlaced: (...said) => placed.push(said),
      }),
    { client: new ScreenClient().client, props: 's1' },
  );
  const press = (key: string): void =>
    page.last().onKeyDown({
      key,
      target: element,
      preventDefault: () => undefined,
      stopPropagation: () => undefined,
    } as unknown as KeyboardEvent);
  press('m');
  press('ArrowRight');
  page.draw('s2');
  press('Enter');
  expect(placed).toEqual([['a1', { ...span, date: '2026-11-25' }, 's1']]);
  page.leave();
});
