import { describe, expect, it } from 'vitest';
import { wordsIn } from './answer-words.ts';
import { chartIds } from './expected-charts.ts';
import { ExpectedWorld, type AppliedChange, type StartWorld } from './expected-world.ts';
import { FieldWords } from './field-words.ts';
import { maySee } from './literal-access.ts';
import { forgottenTexts, recordProblems } from './record-problems.ts';
import { winterInstant } from './winter-offsets.ts';

const start = {
  roles: [
    { scope: 'chart:c1', account: 'pro-1', role: 'treating' },
    { scope: 'chart:c1', account: 'super-1', role: 'supervisor' },
  ],
  sessions: [{ id: 'a1', scope: 'chart:c1', end: '2026-11-20T06:50:00.000Z' }],
  names: new Map([['pro-1', 'Dr. One']]),
  intake: new Map<string, boolean>(),
};

let uids = 0;
function change(
  name: string,
  args: Record<string, unknown>,
  by: Partial<AppliedChange> & { base?: string } = {},
): AppliedChange {
  const { actor = 'pro-1', receivedAt = '2026-11-21T00:00:00.000Z', base = '' } = by;
  uids += 1;
  return {
    actor,
    receivedAt,
    message: { uid: `u${uids}`, name, args: { appointment_id: 'a1', ...args }, ctx: { base: { plan: base } } },
  };
}

function after(...changes: readonly AppliedChange[]): ExpectedWorld {
  return afterIn(start, changes);
}

function afterIn(begin: StartWorld, changes: readonly AppliedChange[]): ExpectedWorld {
  const world = new ExpectedWorld(begin);
  for (const one of changes) world.apply(one);
  return world;
}

const write = (text: string, base = ''): AppliedChange => change('note.edit', { answers: { plan: text } }, { base });
const noteOf = (plan: string, others: readonly string[] = []) => [
  {
    collection: 'appointment',
    id: 'a1',
    scope: 'chart:c1',
    body: { appointment_type_label: 'Session', status: 'booked', start: '', end: '', clinician: 'pro-1' },
  },
  {
    collection: 'note',
    id: 'note.a1',
    scope: 'chart:c1',
    body: { appointment_id: 'a1', answers: { plan }, others: others.map((value) => ({ field: 'plan', value })) },
  },
];

describe('words of a field', () => {
  it('stay until somebody who saw them typed over them or chose', () => {
    const words = new FieldWords();
    words.type({ uid: 'a', text: 'Walk' }, '');
    words.type({ uid: 'b', text: 'Run' }, '');
    expect([...words.texts]).toEqual(['Walk', 'Run']);
    words.type({ uid: 'c', text: 'Swim' }, 'a');
    expect([...words.texts]).toEqual(['Run', 'Swim']);
    words.choose({ uid: 'd', text: 'Run' }, ['c']);
    expect([...words.texts]).toEqual(['Run']);
  });
});

describe('the expected practice', () => {
  it('names words that are gone, and words that somebody had replaced', () => {
    const first = write('Walk');
    const world = after(first, write('Run', first.message.uid), write('Swim'));
    expect(recordProblems(world, noteOf('Swim', ['Run']))).toEqual({ lost: [], doubled: [], wrong: [] });
    expect(recordProblems(world, noteOf('Swim'))).toEqual({
      lost: ['a1 plan: “Run” is gone'],
      doubled: [],
      wrong: [],
    });
    expect(recordProblems(world, noteOf('Swim', ['Run', 'Run'])).doubled).toEqual([
      'a1 plan: the same words stand there twice',
    ]);
    expect(recordProblems(world, noteOf('Swim', ['Run', 'Walk'])).wrong).toEqual(['a1 plan: “Walk” was replaced']);
  });

  it('names words that stand in no version any more', () => {
    const first = write('Walk');
    const world = after(first, write('Run', first.message.uid));
    const version = (plan: string) => ({ appointment_id: 'a1', answers: { plan } });
    expect(forgottenTexts(world, [version('Walk'), version('Run')])).toEqual([]);
    expect(forgottenTexts(world, [version('Run')])).toEqual(['a1: “Walk” is in no version']);
  });

  it('names what was applied twice, by who may not, too early, after a signature, or with two versions', () => {
    const twice = write('Walk');
    expect(after(twice, twice).twice).toEqual([`pro-1 ${twice.message.uid}`]);
    const first = write('Walk');
    const sign = change('note.sign', { name: 'Dr. One', seen: { plan: first.message.uid } });
    expect(after(first, { ...sign, actor: 'super-1' }).wrongs).toEqual([
      'note.sign by super-1, who may not, in chart:c1',
      'a1: signed as Dr. One by super-1',
    ]);
    expect(after(first, sign).wrongs).toEqual([]);
    expect(after(first, write('Run', first.message.uid), sign).wrongs).toEqual([
      'a1: signed, and plan was not on screen',
    ]);
    expect(after(first, { ...sign, receivedAt: '2026-11-20T06:00:00.000Z' }).wrongs).toEqual([
      'a1: signed before it ended',
    ]);
    expect(after(first, sign, write('Run')).wrongs).toEqual(['note.edit: a1 is signed']);
    expect(after(first, write('Run'), sign).wrongs).toEqual(['a1: signed with two versions of plan']);
    expect(after(first, sign, change('appointment.cancel', {})).wrongs).toEqual(['a1: cancelled, and signed']);
  });

  it('names what a clinician said of herself that is gone, and what was said by who is none or about somebody else', () => {
    const intake = new Map([
      ['pro-1', true],
      ['pro-2', false],
    ]);
    const among = (...changes: readonly AppliedChange[]) => afterIn({ ...start, intake }, changes);
    const body = { confirmed: {}, signup_form_finished: true, office_city: 'Denver' };
    const of = (sub: string) => ({ scope: `account:${sub}`, id: sub });
    const therapist = { orchid_pro_type: { type: 'therapist' } };
    const held = [
      ...noteOf('').filter(({ collection }) => collection === 'appointment'),
      { collection: 'professional_record', ...of('pro-1'), body },
      { collection: 'professional_record', ...of('pro-2'), body: { confirmed: {}, signup_form_finished: false } },
      { collection: 'orchid_pro_type', ...of('pro-1'), id: 'type.pro-1', body: therapist },
      { collection: 'orchid_pro_type', ...of('pro-2'), id: 'type.pro-2', body: therapist },
      { collection: 'professional', ...of('pro-1'), body: { display_name: 'Dr. One' } },
    ];
    const saved = among(change('professional_record.save', { office_city: 'Denver' }));
    expect(recordProblems(saved, held).wrong).toEqual([]);
    const licensed = among(
      change('professional_record.save', { office_city: 'Denver', licenses: [{ license_number: 'L-1' }] }),
    );
    expect(recordProblems(licensed, held).wrong).toEqual(['licences: held , expected account:pro-1 CO L-1']);
    expect(recordProblems(among(), held).wrong).toHaveLength(1);
    const psychologist = { orchid_pro_type_id: 'type.pro-2', type: 'psychologist' };
    expect(among(change('orchid_pro_type.update', psychologist)).wrongs).toEqual(['pro-1 changed type.pro-2']);
    expect(among(change('orchid_pro_type.create', psychologist, { actor: 'desk-1' })).wrongs).toEqual([
      'desk-1 is no clinician, and said so',
    ]);
  });

  it('names a chart that is gone, that stands there twice, or of which anything is another', () => {
    const charted = { ...start, chartIds: new Map([['Ada', 'x1']]) };
    const [ada, ben] = [
      { first_name: 'Ada ', last_name: 'Lind', dob: '1990-01-02' },
      { first_name: 'Ben', last_name: 'Holt' },
    ];
    const create = change('chart.create', {
      appointment_id: undefined,
      practice_id: 'p1',
      people: [ada, ben],
      timezone: 'UTC',
    });
    const roles = [...start.roles, { scope: 'practice:p1', account: 'pro-1', role: 'professional' }];
    const world = afterIn({ ...charted, roles }, [create]);
    expect(world.wrongs).toEqual([]);
    expect(afterIn(charted, [create]).wrongs).toEqual(['chart.create by pro-1, who may not, in practice:p1']);
    expect(world.roles.of('pro-1', 'chart:x1')).toContain('treating');
    const couple = { first_name: 'Ada and Ben', last_name: 'Lind and Holt', timezone: 'UTC', practice_id: 'p1' };
    const access = { account: 'pro-1', account_name: 'Dr. One', role: 'treating', access: 'own' };
    const heldAs = (id: string, { card = {}, other = {}, membership = {} } = {}) => [
      { collection: 'client_card', id, scope: `chart:${id}`, body: { ...couple, ...card } },
      {
        collection: 'chart',
        id,
        scope: `chart:${id}`,
        body: { patient_type: 'couple', client_status: 'active', practice_id: 'p1' },
      },
      { collection: 'membership', id: 'm', scope: `chart:${id}`, body: { ...access, ...membership } },
      {
        collection: 'chart_person',
        id: `${id}.1`,
        scope: `person:${id}.1`,
        body: { ...ada, first_name: 'Ada', chart_id: id },
      },
      {
        collection: 'chart_person',
        id: `${id}.2`,
        scope: `person:${id}.2`,
        body: { ...ben, chart_id: id, ...other },
      },
    ];
    expect(chartIds(heldAs('x1'))).toEqual(charted.chartIds);
    const kinds = (held: ReturnType<typeof heldAs>) => {
      const { lost, doubled, wrong } = world.charts.problems(held);
      return [lost.length, doubled.length, wrong.length];
    };
    expect(kinds(heldAs('x1'))).toEqual([0, 0, 0]);
    expect(kinds([])).toEqual([1, 0, 0]);
    expect(kinds([...heldAs('x1'), ...heldAs('x2')])).toEqual([0, 1, 0]);
    expect(kinds(heldAs('x1').slice(0, 4))).toEqual([1, 0, 1]);
    expect(kinds(heldAs('x1', { card: { dob: '1990-01-02' } }))).toEqual([1, 0, 1]);
    expect(kinds(heldAs('x1', { other: { first_name: 'Ada' } }))).toEqual([1, 0, 1]);
    expect(kinds(heldAs('x1', { membership: { access: 'delegated' } }))).toEqual([1, 0, 1]);
  });

  it('knows who sees what: a client no note, a supervisor no bill', () => {
    expect(maySee('chart:c1', ['client'], 'note')).toBe(false);
    expect(maySee('chart:c1', ['client'], 'appointment')).toBe(true);
    expect(maySee('chart:c1', ['supervisor'], 'session_billing')).toBe(false);
    expect(maySee('chart:c1', ['practice.owner'], 'note')).toBe(false);
  });
});

describe('answers and clocks', () => {
  it('the same grid says the same, in whatever order its rows were chosen; the same boxes in another order do not', () => {
    expect(wordsIn({ Mood: 'Changed', Affect: 'Changed' })).toBe(wordsIn({ Affect: 'Changed', Mood: 'Changed' }));
    expect(wordsIn(['Exposure', 'Other'])).not.toBe(wordsIn(['Other', 'Exposure']));
  });

  it('a local time in winter is an instant, also a day earlier', () => {
    expect(winterInstant('2027-01-05T09:00', 'America/New_York')).toBe('2027-01-05T14:00:00.000Z');
    expect(winterInstant('2027-01-05T09:00', 'Pacific/Chatham')).toBe('2027-01-04T19:15:00.000Z');
    expect(() => winterInstant('2027-01-05T09:00', 'Europe/Berlin')).toThrow('nobody has looked up');
  });
});
