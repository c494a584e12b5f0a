import { expect, test } from 'vitest';
import { FormDraft } from './form-draft.ts';

const place = { owner: 'ann', key: 'refused:1', path: '/pro-dashboard/sync' };

test('what was typed waits until it is let go, and is copied under the words of its fields', () => {
  const draft = new FormDraft<Record<string, string>>(place, { plan: 'What happens next', focus: 'Focus' });
  let told = 0;
  const stop = draft.subscribe(() => (told += 1));
  expect(draft.hasUnsaved()).toBe(false);
  draft.change({ focus: 'Sleep', plan: 'two\nlines', risk: ' ' });
  expect(draft.hasUnsaved()).toBe(true);
  expect(draft.text()).toBe('Focus\nSleep\n\nWhat happens next\ntwo\nlines');
  draft.change(null);
  expect([draft.hasUnsaved(), draft.text(), told]).toEqual([false, '', 2]);
  stop();
  draft.change({ plan: 'x' });
  expect(told).toBe(2);
});

test('nothing sends it unasked', async () => {
  const draft = new FormDraft<Record<string, string>>(place, {});
  draft.change({ plan: 'kept' });
  await draft.flush();
  expect(draft.isByHand).toBe(true);
  expect(draft.values()).toEqual({ plan: 'kept' });
});
