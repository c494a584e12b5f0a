// @vitest-environment happy-dom
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { unsavedTexts } from '../lib/flush.ts';
import { DrawnScreen } from '../testing/drawn-screen.tsx';
import { FormMasked } from './form-masked.tsx';
import { FormText } from './form-text.tsx';
import { Form, SendButton } from './form.tsx';
import { phoneMask } from './mask.ts';
import { useOrchidForm, type SendResult } from './use-orchid-form.ts';

const schema = v.object({ name: v.string(), phone: v.string() });
type Values = v.InferOutput<typeof schema>;

let screen: DrawnScreen;
let answer: SendResult;
let sent: Values[];
beforeEach(() => {
  screen = new DrawnScreen();
  [answer, sent] = [{ kind: 'saved' }, []];
});
afterEach(() => {
  screen.leave();
  unsavedTexts.letGo();
});

function Probe({ forgets = false, owner = 'pro-1' }: { readonly forgets?: boolean; readonly owner?: string }) {
  const form = useOrchidForm<Values, Values>({
    schema,
    defaults: { name: 'Ada', phone: '' },
    words: { name: 'Name', phone: 'Phone' },
    send: async (values) => {
      sent.push(values);
      return answer;
    },
    onSent: () => undefined,
    ...(forgets ? { forgets: 'phone' as const } : {}),
    keep: { owner, key: 'k', path: '/x' },
  });
  return (
    <>
      <Form form={form}>
        <FormText form={form} name="name" />
        <FormMasked form={form} name="phone" mask={phoneMask} />
      </Form>
      <SendButton form={form}>Send</SendButton>
    </>
  );
}
const value = (name: string) => screen.field(name).value;

test('what was typed waits where its screen went, for its writer alone; what says again what it said at first does not', async () => {
  await screen.draw(<Probe />);
  expect(unsavedTexts.hasUnsaved()).toBe(false);
  await screen.type('name', 'Ben');
  expect(unsavedTexts.hasUnsaved()).toBe(true);
  await screen.draw(<p>Elsewhere</p>);
  await screen.draw(<Probe key="theirs" owner="pro-2" />);
  expect(value('name')).toBe('Ada');
  await screen.draw(<Probe key="again" />);
  expect(value('name')).toBe('Ben');
  await screen.type('name', 'Ada');
  expect(unsavedTexts.hasUnsaved()).toBe(false);
});

test('what was sent waits no more', async () => {
  await screen.draw(<Probe />);
  await screen.type('name', 'Ben');
  await screen.press('Send');
  expect([sent, unsavedTexts.hasUnsaved(), value('name')]).toEqual([[{ name: 'Ben', phone: '' }], false, 'Ada']);
});

test('a refusal goes as soon as something is typed, and what was typed is not gone by it', async () => {
  answer = { kind: 'refused', message: 'Not so.' };
  await screen.draw(<Probe />);
  await screen.type('name', 'Ben');
  await screen.press('Send');
  expect([screen.alert(), value('name'), unsavedTexts.hasUnsaved()]).toEqual(['Not so.', 'Ben', true]);
  await screen.type('name', 'Bea');
  expect(screen.alert()).toBeNull();
});

test('what a form forgets is empty after a sending that failed, and all else stays', async () => {
  answer = { kind: 'refused', message: 'Not so.' };
  await screen.draw(<Probe forgets />);
  await screen.type('name', 'Ben');
  await screen.type('phone', '3035550133');
  await screen.press('Send');
  expect([value('name'), value('phone'), screen.alert()]).toEqual(['Ben', '', 'Not so.']);
});

test('digits are laid out as they are typed at the end; in the middle nothing moves under the cursor', async () => {
  await screen.draw(<Probe />);
  await screen.type('phone', '303555');
  expect(value('phone')).toBe('(303) 555');
  const field = screen.field('phone');
  Object.defineProperty(field, 'selectionStart', { configurable: true, get: () => 2 });
  await screen.type('phone', '(7303) 555');
  expect(value('phone')).toBe('(7303) 555');
});
