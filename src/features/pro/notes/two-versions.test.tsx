// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { beforeEach, expect, test } from 'vitest';
import { noteIdOf } from '../../../../sync/collections/appointment.ts';
import { chartScope } from '../../../../sync/collections/classes.ts';
import type { Note } from '../../../../sync/collections/note-body.ts';
import { answerElements, isProse } from '../../../../sync/domain/note-schema.ts';
import { soapNote } from '../../../../sync/domain/soap-note.ts';
import { noteBodyOf } from '../../../../sync/testing/call-records.ts';
import { notTakenWords } from '../../../lib/use-change.ts';
import { DrawnScreen, refused } from '../../../testing/drawn-screen.tsx';
import { TwoVersions, versionsOf } from './two-versions.tsx';

const [element] = answerElements(soapNote).filter(isProse);
if (!element) throw new Error('no text in the form');
const { field } = element;
const me = { sub: 'pro-1', zone: 'America/Chicago', displayName: 'Dr. Bell', firstName: 'Ana', practiceId: 'x' };
const at = '2026-11-21T08:55:00.000Z';
const other = (uid: string, value: string, by = 'pro-1') => ({ uid, field, value, at, by, device: { tag: 'phone' } });

function noteOf(change: Partial<Note> = {}) {
  const body = noteBodyOf({
    answers: { [field]: 'Walk daily.' },
    written: { [field]: { at, by: 'pro-1', device: { tag: 'here' } } },
    others: [other('v2', 'Walk weekly.'), { ...other('w9', 'Elsewhere.'), field: 'another' }],
    ...change,
  });
  return { id: noteIdOf('a1'), scope: chartScope('c'), body, stamps: { [field]: 'v1' }, pending: false, version: 1 };
}

let screen: DrawnScreen;
beforeEach(() => {
  screen = new DrawnScreen();
  screen.parts['deviceTag'] = () => 'here';
});
const draw = (note = noteOf()) =>
  screen.draw(<TwoVersions {...{ element, me, appointmentId: 'a1', versions: versionsOf(note as never, field) }} />);
const chosen = () => screen.sent.map(([name, args]) => [name, (args as { value: string; seen: string[] }).value]);

test('what stands comes first, then what was written beside it in the same part; one version is no choice', () => {
  const found = versionsOf(noteOf() as never, field);
  expect(found.map(({ uid, value }) => [uid, value])).toEqual([
    ['v1', 'Walk daily.'],
    ['v2', 'Walk weekly.'],
  ]);
  expect(found[0]).toMatchObject({ at, by: 'pro-1', device: { tag: 'here' } });
  expect(versionsOf(noteOf({ others: [] }) as never, field)).toEqual([]);
  expect(versionsOf(undefined, field)).toEqual([]);
});

test('a part of which nobody noted who wrote it is its author’s, from when the note was begun', () => {
  const [first] = versionsOf(noteOf({ written: {}, author: 'pro-7' }) as never, field);
  expect(first).toMatchObject({ by: 'pro-7', at: noteOf().body.started });
});

test('[CF-3] who chose says what she had seen, all of it, and on which device; her choice is kept where it is refused', async () => {
  const sent: unknown[] = [];
  screen.parts['mutate'] = async (...all: unknown[]) => {
    sent.push(all);
    return screen.saved();
  };
  await draw();
  expect(screen.text()).toContain('Two versions');
  expect(screen.text()).toContain('on this device');
  expect(screen.text()).toContain('on another device');
  await screen.press('Keep this');
  expect(sent).toMatchObject([
    [
      'note.choose',
      { appointment_id: 'a1', field, value: 'Walk daily.', seen: ['v1', 'v2'], device: { tag: 'here' } },
      { keepAs: expect.stringContaining(`note/a1/${field}/choice/`) },
    ],
  ]);
});

test('each version can be kept as it is, also the third, and by its writer’s name where that is a colleague', async () => {
  screen.device.put({
    collection: 'professional',
    record: { id: 'pro-2', scope: 'x', body: { display_name: 'Dr. Okoro' } },
  });
  await draw(noteOf({ others: [other('v2', 'Walk weekly.'), other('v3', 'Swim.', 'pro-2')] }));
  expect(screen.text()).toContain('3 versions');
  expect(screen.text()).toContain('Dr. Okoro');
  const keeps = [...document.querySelectorAll('button')].filter((one) => one.textContent === 'Keep this');
  keeps[2]?.click();
  await expect.poll(chosen).toEqual([['note.choose', 'Swim.']]);
});

test('one text is written from all of them, and nothing is chosen by going back', async () => {
  await draw();
  await screen.press('Write one from both');
  const text = document.querySelector('textarea');
  expect(text?.value).toBe('Walk daily.\n\nWalk weekly.');
  await screen.press('Back');
  expect([document.querySelector('textarea'), chosen()]).toEqual([null, []]);
  await screen.press('Write one from both');
  await screen.fill('One text from both', 'Walk.');
  await screen.press('Keep this text');
  expect(chosen()).toEqual([['note.choose', 'Walk.']]);
});

test.each([
  ['is refused', async () => refused('A newer version came.'), 'A newer version came.'],
  ['is not taken by the device', () => Promise.reject(new Error('full')), notTakenWords],
] as const)('a choice that %s is said in place, and can be made again', async (_name, answer, words) => {
  screen.answer = answer;
  await draw();
  await screen.press('Keep this');
  expect(screen.alert()).toContain(words);
  expect(screen.button('Keep this')?.disabled).toBe(false);
  screen.answer = () => screen.saved();
  await screen.press('Keep this');
  expect(screen.alert()).toBeNull();
});
