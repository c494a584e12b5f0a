// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { unsavedTexts } from '../../lib/flush.ts';
import { quiet } from '../../testing/quiet.ts';
import { DrawnScreen } from '../../testing/drawn-screen.tsx';
import { renderHook, type Rendered } from '../../testing/render-hook.tsx';
import { ScreenClient } from '../../testing/screen-client.ts';
import { noCodes } from './brought-codes.ts';
import { holdCodes, useHeldCodes } from './held-codes.ts';
import { acceptInvite, giveBirthDate, lookAtInvite, readPaperCode } from './invite-calls.ts';
import { PaperCodeForm } from './paper-code-form.tsx';
import { useInviteLook } from './use-invite-look.ts';

let drawn: Pick<Rendered<unknown, unknown>, 'leave'> | null;
let asked: (readonly [path: string, body: unknown])[];
let answer: (path: string) => Promise<Response> | Response;
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const good = { kind: 'chart', way: 'paper', invited_by: 'Dr. Bell' };

beforeEach(() => {
  drawn = null;
  asked = [];
  answer = () => json(good);
  vi.stubGlobal('fetch', async (path: string, { body }: { readonly body?: string }) => {
    asked.push([path, body === undefined ? null : (JSON.parse(body) as unknown)]);
    return answer(path);
  });
  holdCodes(noCodes);
});
afterEach(() => {
  drawn?.leave();
  vi.unstubAllGlobals();
  holdCodes(noCodes);
  unsavedTexts.letGo();
});

const offline = () => Promise.reject(new TypeError('no network'));

test('an invite is looked at with its code, and with a birth date where there is one', async () => {
  expect(await lookAtInvite({ chart: 'ABC', dob: '' })).toEqual({ kind: 'good', look: good });
  await lookAtInvite({ chart: 'ABC', dob: '1990-02-03' });
  expect(asked).toEqual([
    ['/api/users/v1/invite/look', { code: 'ABC' }],
    ['/api/users/v1/invite/look', { code: 'ABC', dob: '1990-02-03' }],
  ]);
});

test('no answer is told from one that says no, in the server’s words where it has some', async () => {
  answer = offline;
  expect(await lookAtInvite({ chart: 'ABC', dob: '' })).toMatchObject({ kind: 'offline' });
  answer = () => json({ detail: 'It was withdrawn.' }, 404);
  expect(await lookAtInvite({ chart: 'ABC', dob: '' })).toEqual({ kind: 'refused', message: 'It was withdrawn.' });
  answer = () => json({ else: 1 }, 422);
  expect(await lookAtInvite({ chart: 'ABC', dob: '' })).toMatchObject({
    kind: 'refused',
    message: 'This is not a code of ours. Please check what you entered.',
  });
  // What is not as it must be is none, whatever its number or its body says.
  for (const said of [json({ kind: 'else' }), json(good, 500)]) {
    answer = () => said;
    expect(await lookAtInvite({ chart: 'ABC', dob: '' })).toMatchObject({ kind: 'refused' });
  }
});

test('an accepted invite, a birth date and a code on paper say what came of them', async () => {
  answer = () => json({ invite: 'i1', asks: 'none' });
  expect(await acceptInvite({ chart: 'ABC', dob: '' })).toEqual({ kind: 'saved' });
  answer = () => json({ state: 'wrong', left: 2 });
  expect(await giveBirthDate('i1', '1990-02-03')).toEqual({ state: 'wrong', left: 2 });
  answer = () => json({ code: 'abcde-23456' });
  expect(await readPaperCode('i1')).toEqual({ kind: 'good', code: 'ABCDE23456' });
  answer = () => json({ code: 'ABCDE23456' }, 404);
  expect(await readPaperCode('i1')).toMatchObject({ kind: 'refused' });
  answer = offline;
  expect(await readPaperCode('i1')).toMatchObject({ kind: 'offline' });
  expect(await giveBirthDate('i1', '1990-02-03')).toMatchObject({ kind: 'offline' });
  expect(asked.map(([path, body]) => [path, body]).slice(0, 3)).toEqual([
    ['/api/users/v1/invite/accept', { code: 'ABC' }],
    ['/api/users/v1/invite/birth_date', { invite: 'i1', dob: '1990-02-03' }],
    ['/api/users/v1/chart_invite/i1/code', null],
  ]);
});

const settle = () => act(quiet);
const look = ({ chart, dob }: { readonly chart: string; readonly dob: string }) => useInviteLook(chart, dob);

test('nothing is asked of an empty code; an answer to another code than the one on screen is not shown', async () => {
  const rendered = renderHook(look, { client: new ScreenClient().client, props: { chart: '', dob: '' } });
  drawn = rendered;
  await settle();
  expect([asked, rendered.last().state]).toEqual([[], { kind: 'looking' }]);
  const waiting: ((response: Response) => void)[] = [];
  answer = () => new Promise((resolve) => void waiting.push(resolve));
  rendered.draw({ chart: 'ONE', dob: '' });
  rendered.draw({ chart: 'TWO', dob: '' });
  await settle();
  waiting[1]?.(json({ ...good, invited_by: 'Dr. Two' }));
  await settle();
  waiting[0]?.(json({ ...good, invited_by: 'Dr. One' }));
  await settle();
  expect(rendered.last().state).toMatchObject({ kind: 'good', look: { invited_by: 'Dr. Two' } });
});

test('what had no answer is asked again, and looks meanwhile', async () => {
  answer = offline;
  const rendered = renderHook(look, { client: new ScreenClient().client, props: { chart: 'ONE', dob: '' } });
  drawn = rendered;
  await settle();
  expect(rendered.last().state).toMatchObject({ kind: 'offline' });
  answer = () => json(good);
  act(() => rendered.last().again());
  expect(rendered.last().state).toEqual({ kind: 'looking' });
  await settle();
  expect([rendered.last().state.kind, asked.length]).toEqual(['good', 2]);
});

test('a code from paper is held with its birth date once both are right; a wrong one stays typed, with why', async () => {
  const screen = new DrawnScreen();
  const held = renderHook(useHeldCodes, { client: screen.client, props: undefined });
  drawn = { leave: () => [held, screen].forEach((one) => one.leave()) };
  await screen.draw(<PaperCodeForm code="" />);
  await screen.type('code', 'short');
  await screen.press('Continue');
  expect([asked, screen.text().includes('A code has ten letters')]).toEqual([[], true]);
  await screen.type('code', 'ABCDE-23456');
  await screen.type('dob', '1990-02-03');
  answer = () => json({ detail: 'That is not it.' }, 404);
  await screen.press('Continue');
  expect([screen.alert(), held.last(), screen.field('code').value]).toEqual([
    'That is not it.',
    noCodes,
    'ABCDE-23456',
  ]);
  answer = () => json(good);
  await screen.press('Continue');
  expect(held.last()).toEqual({ ...noCodes, chart: 'ABCDE-23456', dob: '1990-02-03' });
});
