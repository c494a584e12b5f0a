import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { acceptInvite, giveBirthDate, lookAtInvite, readPaperCode } from './invite-calls.ts';

const sent: unknown[][] = [];
let answer: () => Promise<Response>;

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal('fetch', (path: string, { method, body }: RequestInit) => {
    sent.push([method, path, ...(typeof body === 'string' ? [JSON.parse(body)] : [])]);
    return answer();
  });
});
afterEach(() => vi.unstubAllGlobals());

const says = (status: number, body: unknown) => {
  answer = async () => Response.json(body, { status });
};
const isAway = () => {
  answer = () => Promise.reject(new TypeError('no network'));
};

const invite = { chart: 'ABCDE-23456', dob: '1990-01-02' };
const fromLink = { chart: 'A'.repeat(43), dob: '' };
const paper = { kind: 'chart', way: 'paper', invited_by: 'Dr. One' };
const offline = {
  kind: 'offline',
  message: 'There is no connection, and an invite needs one. Please try again when there is.',
};
const noCode = { kind: 'refused', message: 'This is not a code of ours. Please check what you entered.' };

describe('an invite', () => {
  it('is looked at by what was typed; a link brings no birth date, and none is sent', async () => {
    says(200, paper);
    expect(await lookAtInvite(invite)).toEqual({ kind: 'good', look: paper });
    await lookAtInvite(fromLink);
    expect(sent).toEqual([
      ['POST', '/api/users/v1/invite/look', { code: 'ABCDE-23456', dob: '1990-01-02' }],
      ['POST', '/api/users/v1/invite/look', { code: fromLink.chart }],
    ]);
  });

  it('is accepted by the same words, elsewhere', async () => {
    says(200, { invite: 'i1', asks: 'none' });
    expect(await acceptInvite(invite)).toEqual({ kind: 'saved' });
    await acceptInvite(fromLink);
    expect(sent).toEqual([
      ['POST', '/api/users/v1/invite/accept', { code: 'ABCDE-23456', dob: '1990-01-02' }],
      ['POST', '/api/users/v1/invite/accept', { code: fromLink.chart }],
    ]);
  });

  it.each<readonly [string, () => void, object]>([
    ['no network', isAway, offline],
    [
      'a refusal with words',
      () => says(400, { detail: 'It has run out.' }),
      { kind: 'refused', message: 'It has run out.' },
    ],
    ['a refusal without words', () => says(422, {}), noCode],
    ['a yes that is none', () => says(200, { kind: 'other' }), noCode],
    ['a yes with another status', () => says(201, paper), noCode],
  ])('that meets %s says so', async (_name, arrange, said) => {
    arrange();
    expect(await lookAtInvite(invite)).toEqual(said);
    expect(await acceptInvite(invite)).toEqual(said);
  });
});

describe('a birth date that is asked for', () => {
  it.each([[{ state: 'open' }], [{ state: 'wrong', left: 2 }], [{ state: 'asks_clinician' }]])(
    'is answered with %j',
    async (said) => {
      says(200, said);
      expect(await giveBirthDate('i1', '1990-01-02')).toEqual(said);
      expect(sent).toEqual([['POST', '/api/users/v1/invite/birth_date', { invite: 'i1', dob: '1990-01-02' }]]);
    },
  );

  it('says why it could not be given', async () => {
    isAway();
    expect(await giveBirthDate('i1', '1990-01-02')).toEqual(offline);
    says(429, { detail: 'Too often.' });
    expect(await giveBirthDate('i1', '1990-01-02')).toEqual({ kind: 'refused', message: 'Too often.' });
  });
});

describe('the code on paper', () => {
  it('is read from the server, and written as it is typed', async () => {
    says(200, { code: 'ABCDE23456' });
    expect(await readPaperCode('i1')).toEqual({ kind: 'good', code: 'ABCDE23456' });
    expect(sent).toEqual([['GET', '/api/users/v1/chart_invite/i1/code']]);
  });

  it('is not there without a network, nor where the server has none', async () => {
    isAway();
    expect(await readPaperCode('i1')).toEqual({
      kind: 'offline',
      message: 'The code comes from the server, and there is no connection.',
    });
    const none = { kind: 'refused', message: 'The server has no code for this invite yet, or not any more.' };
    says(404, { code: 'ABCDE23456' });
    expect(await readPaperCode('i1')).toEqual(none);
    says(200, { code: 'short' });
    expect(await readPaperCode('i1')).toEqual(none);
  });
});
