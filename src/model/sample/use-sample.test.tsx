// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { noteIdOf } from '../../../sync/collections/appointment.ts';
import { chartScope } from '../../../sync/collections/classes.ts';
import { sampleIdsOf } from '../../../sync/collections/sample.ts';
import { noteBodyOf } from '../../../sync/testing/call-records.ts';
import { renderHook, type Rendered } from '../../testing/render-hook.tsx';
import { ScreenClient } from '../../testing/screen-client.ts';
import { useSample, type SampleState } from './use-sample.ts';

const opened = '2026-11-01T09:00:00.000Z';
const ids = sampleIdsOf('pro-1');
const scope = chartScope(ids.chart);
const chart = (more: object) => ({ collection: 'chart', record: { id: ids.chart, scope, body: { opened, ...more } } });
const note = (session: string, at: string) => ({
  collection: 'note',
  record: {
    id: noteIdOf(session),
    scope,
    body: noteBodyOf({
      appointment_id: session,
      answers: { risk: 'Low' },
      written: { risk: { at, by: 'pro-1' } },
    }),
  },
});

let device: ScreenClient;
let hook: Rendered<undefined, SampleState>;
beforeEach(() => {
  device = new ScreenClient();
  hook = renderHook(useSample, { client: device.client, props: undefined });
});
afterEach(() => hook.leave());

test('who has no samples is told of none', () => {
  act(() => device.put(chart({})));
  expect(hook.last()).toEqual({ kind: 'none' });
});

test('samples that are shown say in which notes somebody has written, the oldest session first', () => {
  const [first, second, third] = ids.sessions;
  act(() =>
    device.put(
      chart({ sample: 'shown' }),
      note(third, '2026-11-03T09:00:00.000Z'),
      note(first, '2026-11-04T09:00:00.000Z'),
      note(second, opened),
    ),
  );
  const state = hook.last();
  expect(state.kind === 'shown' && [state.chartId, state.written.map((one) => one.appointmentId)]).toEqual([
    ids.chart,
    [first, third],
  ]);
});

test('[SD-2] removed ones are brought back for thirty days from then on', () => {
  act(() => device.put(chart({ sample: 'removed', sample_removed: '2026-11-10T09:00:00.000Z' })));
  expect(hook.last()).toEqual({ kind: 'removed', chartId: ids.chart, until: '2026-12-10T09:00:00.000Z' });
  act(() => device.put(chart({ sample: 'removed' })));
  expect(hook.last()).toEqual({ kind: 'removed', chartId: ids.chart, until: '2026-12-01T09:00:00.000Z' });
});
