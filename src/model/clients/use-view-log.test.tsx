// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderHook } from '../../testing/render-hook.tsx';
import { ScreenClient } from '../../testing/screen-client.ts';
import { useViewLog } from './use-view-log.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const minuteMs = 60_000;

/** Opens a chart and leaves it; which looks were told. */
function look(device: ScreenClient, chartId: string | null): readonly unknown[] {
  const before = device.changes.length;
  const hook = renderHook(useViewLog, { client: device.client, props: chartId });
  hook.draw(chartId);
  hook.leave();
  return device.changes.slice(before);
}

test('a look at a chart is one line of the audit log for half an hour, each person’s own and each chart’s', () => {
  const [ann, ben] = [new ScreenClient('ann'), new ScreenClient('ben')];
  const line = (chart_id: string) => ({ name: 'chart.view', args: { chart_id } });
  expect(look(ann, null)).toEqual([]);
  expect(look(ann, 'c1')).toEqual([line('c1')]);
  vi.advanceTimersByTime(30 * minuteMs - 1);
  expect(look(ann, 'c1')).toEqual([]);
  expect(look(ann, 'c2')).toEqual([line('c2')]);
  // A colleague in the same tab.
  expect(look(ben, 'c1')).toEqual([line('c1')]);
  vi.advanceTimersByTime(1);
  expect(look(ann, 'c1')).toEqual([line('c1')]);
});

test('the look after half an hour begins another one: what follows it is one line with it', () => {
  const device = new ScreenClient('cy');
  expect(look(device, 'c1')).toHaveLength(1);
  vi.advanceTimersByTime(31 * minuteMs);
  expect(look(device, 'c1')).toHaveLength(1);
  vi.advanceTimersByTime(minuteMs);
  expect(look(device, 'c1')).toEqual([]);
});
