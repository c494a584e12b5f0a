// @vitest-environment happy-dom
import * as v from 'valibot';
import { act } from 'react';
import { expect, test } from 'vitest';
import { renderHook } from '../testing/render-hook.tsx';
import { ScreenClient } from '../testing/screen-client.ts';
import { useOrchidForm, type SendResult } from './use-orchid-form.ts';

const schema = v.object({ name: v.pipe(v.string(), v.minLength(1, 'Please enter a name')) });
type Values = v.InferOutput<typeof schema>;

/** A form whose sending ends by the test's hand. */
function formOf(defaults: Values, more: { readonly stays?: boolean } = {}) {
  const sent: Values[] = [];
  const ends: ((result: SendResult) => void)[] = [];
  let taken = 0;
  const useIt = () =>
    useOrchidForm<Values, Values>({
      schema,
      defaults,
      words: { name: 'Name' },
      send: (values) => {
        sent.push(values);
        return new Promise((resolve) => ends.push(resolve));
      },
      onSent: () => {
        taken += 1;
      },
      ...more,
    });
  const hook = renderHook(useIt, { client: new ScreenClient().client, props: undefined });
  const end = (result: SendResult) => act(async () => ends.at(-1)?.(result));
  return { hook, sent, end, taken: () => taken };
}

test('pressed twice before anything was drawn anew, it is sent once; after its end it can be sent again', async () => {
  const { hook, sent, end, taken } = formOf({ name: 'Ada' }, { stays: true });
  const { submit } = hook.last();
  await act(async () => {
    submit();
    submit();
  });
  await act(async () => submit());
  expect(sent).toEqual([{ name: 'Ada' }]);
  expect(hook.last().isBusy).toBe(true);
  await end({ kind: 'saved' });
  expect([taken(), hook.last().isBusy]).toEqual([1, false]);
  await act(async () => submit());
  expect(sent).toHaveLength(2);
});

test('a refusal stands there until it is sent again, with what was typed; what throws is one too', async () => {
  const { hook, end, taken } = formOf({ name: 'Ada' });
  await act(async () => hook.last().submit());
  await end({ kind: 'rejected', message: 'Not so.' });
  expect([hook.last().refusal, hook.last().isBusy, hook.last().values.name, taken()]).toEqual([
    'Not so.',
    false,
    'Ada',
    0,
  ]);
  await act(async () => hook.last().submit());
  expect(hook.last().refusal).toBeNull();
});

test('what is not right is said by its field, and nothing is sent', async () => {
  const { hook, sent } = formOf({ name: '' });
  await act(async () => hook.last().submit());
  expect(hook.last().errorOf('name')).toBe('Please enter a name');
  expect(sent).toEqual([]);
});
