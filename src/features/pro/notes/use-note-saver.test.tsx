// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SeenRecord } from '../../../../sync/client/api.ts';
import { noteIdOf } from '../../../../sync/collections/appointment.ts';
import { chartScope } from '../../../../sync/collections/classes.ts';
import type { Note } from '../../../../sync/collections/note-body.ts';
import { soapNote } from '../../../../sync/domain/soap-note.ts';
import { noteBodyOf } from '../../../../sync/testing/call-records.ts';
import { unsavedTexts } from '../../../lib/flush.ts';
import { DrawnScreen } from '../../../testing/drawn-screen.tsx';
import { renderHook } from '../../../testing/render-hook.tsx';
import { useNoteSaver } from './use-note-saver.ts';

let screen: DrawnScreen;
let workHeard: (() => void)[];
beforeEach(() => {
  screen = new DrawnScreen();
  workHeard = [];
  screen.parts['deviceTag'] = () => 'here';
  screen.parts['watchWork'] = (listener: () => void) => {
    workHeard.push(listener);
    return () => void (workHeard = workHeard.filter((one) => one !== listener));
  };
});
afterEach(() => unsavedTexts.letGo());

const noteOf = (plan: string, stamp: string) =>
  ({
    id: noteIdOf('a1'),
    scope: chartScope('c'),
    body: noteBodyOf({ answers: { plan } }),
    stamps: { plan: stamp },
  }) as unknown as SeenRecord<Note>;

function open(note: SeenRecord<Note> | undefined = noteOf('Walk.', 'v1'), sub = 'pro-1') {
  const { client } = screen;
  const of = { client, sub, appointmentId: 'a1', authorName: 'Dr. Bell', schema: soapNote };
  return renderHook((seen: SeenRecord<Note> | undefined) => useNoteSaver({ ...of, note: seen }), {
    client,
    props: note,
  });
}
const isBroken = () => Promise.reject(new Error('full'));
const edits = () => screen.sent.map(([, args, base]) => [(args as { answers: object }).answers, base]);

test('the first drawing has the words of the note already, and what comes later where nothing was typed', () => {
  const hook = open();
  expect(hook.all[0]?.field('plan').value).toBe('Walk.');
  hook.draw(noteOf('Swim.', 'v2'));
  expect(hook.last().field('plan')).toMatchObject({ value: 'Swim.', base: 'v2' });
  hook.leave();
});

test('a note that comes after its page was opened is shown too', () => {
  const hook = open(undefined);
  hook.draw(noteOf('Walk.', 'v1'));
  expect(hook.last().field('plan').value).toBe('Walk.');
  hook.leave();
});

test.each(['pagehide', 'visibilitychange', 'freeze'])(
  'what is typed is on its way to the device as the page may go (%s), over what was seen',
  async (event) => {
    const hook = open();
    act(() => hook.last().edit('plan', 'Run.'));
    expect(edits()).toEqual([]);
    await act(async () => void (event === 'pagehide' ? window : document).dispatchEvent(new Event(event)));
    expect(edits()).toEqual([[{ plan: 'Run.' }, { plan: 'v1' }]]);
    hook.leave();
  },
);

test('an editor that goes saves what it holds, and hears of nothing any more', async () => {
  const hook = open();
  act(() => hook.last().edit('plan', 'Run.'));
  await act(async () => hook.leave());
  expect(edits()).toEqual([[{ plan: 'Run.' }, { plan: 'v1' }]]);
  expect([unsavedTexts.hasUnsaved(), workHeard]).toEqual([false, []]);
});

test('what the device did not take comes back with its text in the next editor of this note, for its writer alone', async () => {
  screen.answer = isBroken;
  const hook = open();
  act(() => hook.last().edit('plan', 'Run.'));
  await act(async () => {
    await hook.last().flush();
    hook.leave();
  });
  const theirs = open(noteOf('Walk.', 'v1'), 'pro-2');
  expect(theirs.last().field('plan').value).toBe('Walk.');
  theirs.leave();
  const again = open();
  expect(again.last().field('plan')).toMatchObject({ value: 'Run.', dirty: true });
  screen.answer = () => screen.saved();
  // Something else was saved here: storage works again.
  await act(async () => {
    for (const heard of workHeard) heard();
  });
  expect(again.last().field('plan')).toMatchObject({ value: 'Run.', dirty: false });
  again.leave();
});
