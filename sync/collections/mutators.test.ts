import { afterEach, describe, expect, it, vi } from 'vitest';
import { noteEditArgs } from '../testing/builders.ts';
import { chart, edit, note, noteBodyOf, owner, record, scope, session, sign } from '../testing/call-records.ts';
import { sampleCall, sampledNames } from '../testing/sample-calls.ts';
import { runPure, type PureWorld } from '../testing/run-pure.ts';
import type { StoredRecord } from '../core/record.ts';
import { canRead } from '../core/run-mutation.ts';
import { chartScope, classes } from './classes.ts';
import { noteIdOf } from './appointment.ts';
import { sampleIdsOf } from './sample.ts';
import { registry } from './index.ts';

const world = (...records: StoredRecord[]): PureWorld => ({
  records,
  roles: {
    [`pro-1 ${scope}`]: ['treating'],
    'pro-1 practice:p1': ['professional', 'owner'],
    'pro-1 person:c1.1': ['chart.treating'],
    'pro-1 chart:c2': ['treating'],
    [`pro-1 ${chartScope(sampleIdsOf('pro-1').chart)}`]: ['treating'],
    [`member-1 ${scope}`]: ['client'],
  },
});

/** What only the client says; all else a clinician may. */
const ofClient = new Set(['session_wish.ask', 'session_wish.withdraw']);
const doerOf = (name: string): string => (ofClient.has(name) ? 'member-1' : 'pro-1');

describe('who may', () => {
  describe('[MU-1] same inputs, same outcome', () => {
    afterEach(() => {
      vi.useRealTimers();
    });

    it.each(sampledNames)('%s does not look at a clock and draws no lots', (name) => {
      const { records, args } = sampleCall(name);
      const call = { sub: doerOf(name), name, args };
      vi.useFakeTimers({ now: 0 });
      const first = runPure(world(...records), call);
      vi.setSystemTime(Date.parse('2031-01-01'));
      expect(runPure(world(...records), call)).toEqual(first);
      expect(first.outcome).toBe('applied');
    });

    // A signature carries the server's time beside the person's, samples count their days by it, joining writes what no clinician's device reads.
    const differing = ['note.sign', 'chart.confirm_joined', 'sample.remove'];
    it.each(sampledNames.filter((name) => !differing.includes(name)))(
      '%s writes on the device what it writes on the server',
      (name) => {
        const { records, args } = sampleCall(name);
        const call = { sub: doerOf(name), name, args, receivedAt: '2026-11-23T00:00:00.000Z' };
        const there = runPure(world(...records), call);
        const here = runPure(world(...records), { ...call, onDevice: true });
        expect(here).toMatchObject({ outcome: 'applied' });
        expect(here.outcome === 'applied' && here.records).toEqual(there.outcome === 'applied' && there.records);
      },
    );
  });

  it.each(['member-1', 'stranger'])('[AC-1] %s cannot write a note, and learns nothing of it', (sub) => {
    const outcome = runPure(world(session(), note()), { sub, ...edit('Hello') });
    expect(outcome).toMatchObject({ outcome: 'rejected' });
    expect(['not_found', 'not_allowed']).toContain(outcome.outcome === 'rejected' ? outcome.code : '');
  });

  it.each(['member-1', 'stranger'])('[AC-1] %s cannot start a note either', (sub) => {
    expect(runPure(world(session()), { sub, ...edit('Hello') })).toMatchObject({ outcome: 'rejected' });
  });

  it('[AC-1] a role reads the classes that the table of a collection names for it, and no other', () => {
    const reads = (collection: string, cls: string, ...roles: readonly string[]): boolean =>
      canRead(registry, { collection, cls }, roles);
    expect(reads('note', classes.careTeam, 'treating')).toBe(true);
    expect(reads('note', classes.careTeam, 'client', 'treating')).toBe(true);
    expect(reads('note', classes.careTeam, 'client')).toBe(false);
    expect(reads('note', classes.scheduling, 'treating')).toBe(false);
    expect(reads('appointment', classes.careTeam, 'client')).toBe(false);
    expect(reads('note', classes.careTeam)).toBe(false);
    expect(reads('no_such_collection', classes.careTeam, 'treating')).toBe(false);
  });

  it('[MU-3] a guessed id neither replaces nor reveals what the actor may not read', () => {
    // A note of another chart under the id that this session's note would have.
    const foreign = record({
      collection: 'note',
      id: noteIdOf('a1'),
      scope: chartScope('other'),
      cls: classes.careTeam,
      body: noteBodyOf({ answers: { plan: 'Foreign' } }),
    });
    expect(runPure(world(session(), foreign), { sub: 'pro-1', ...edit('Mine') })).toMatchObject({
      outcome: 'rejected',
      code: 'not_found',
    });
  });

  it('[AC-1] only who treats gives access, and the last one stays', () => {
    const two = record({
      collection: 'professional',
      id: 'pro-2',
      scope: 'practice:p1',
      cls: classes.colleagues,
      body: { cognito_sub: 'pro-2', display_name: 'Dr. Two', medical_degree: '' },
    });
    const grant = {
      name: 'membership.grant',
      args: { scope, account: 'pro-2', account_name: 'Dr. Two', role: 'treating' },
    };
    expect(runPure(world(owner, chart, two), { sub: 'pro-1', ...grant })).toMatchObject({ outcome: 'applied' });
    const named = { ...grant, args: { ...grant.args, account_name: 'Dr. One' } };
    const foreign = { ...grant, args: { ...grant.args, account: 'nobody-such' } };
    for (const wrong of [named, foreign])
      expect(runPure(world(owner, chart, two), { sub: 'pro-1', ...wrong })).toMatchObject({ code: 'not_found' });
    expect(runPure(world(owner), { sub: 'member-1', ...grant })).toMatchObject({
      outcome: 'rejected',
      code: 'not_allowed',
    });
    const revoke = { name: 'membership.revoke', args: { scope, membership_id: owner.id } };
    expect(runPure(world(owner), { sub: 'pro-1', ...revoke })).toMatchObject({
      outcome: 'rejected',
      code: 'last_treating',
    });
  });
});

describe('looking at a chart', () => {
  const view = { name: 'chart.view', args: { chart_id: 'c1' } };

  it('writes nothing and names the chart for the audit log', () => {
    expect(runPure(world(chart), { sub: 'pro-1', ...view })).toMatchObject({
      outcome: 'applied',
      records: [],
      loadedKeys: ['chart|c1'],
    });
  });

  it.each(['member-1', 'stranger'])('[AC-1] is refused to %s', (sub) => {
    expect(runPure(world(chart), { sub, ...view })).toMatchObject({ outcome: 'rejected', code: 'not_allowed' });
  });
});

describe('notes', () => {
  it('[CF-1] an edit over the version on screen replaces it; over an older one both stay', () => {
    const over = runPure(world(session(), note()), { sub: 'pro-1', ...edit('Rest.'), ctx: { base: { plan: 'u1' } } });
    const beside = runPure(world(session(), note()), { sub: 'pro-1', ...edit('Rest.'), ctx: { base: { plan: 'u0' } } });
    expect(over).toMatchObject({ records: [{ body: { answers: { plan: 'Rest.' }, others: [] } }] });
    expect(beside).toMatchObject({
      records: [{ body: { answers: { plan: 'Rest.' }, others: [{ uid: 'u1', value: 'Walk daily.' }] } }],
    });
  });

  const handset = { name: 'Chrome on Android', tag: 'aaaaaaaa' };
  const laptop = { name: 'Chrome on Windows', tag: 'bbbbbbbb' };

  it('[CF-3] a version goes by the device that wrote it, also once another has displaced it, and after a choice', () => {
    const here = note({ written: { plan: { at: '2026-11-21T08:55:00.000Z', by: 'pro-1', device: laptop } } });
    const away = { ...edit('Rest.'), args: { ...edit('Rest.').args, device: handset } };
    const met = runPure(world(session(), here), { sub: 'pro-1', ...away, ctx: { base: { plan: 'u0' } } });
    expect(met).toMatchObject({
      records: [{ body: { written: { plan: { device: handset } }, others: [{ uid: 'u1', device: laptop }] } }],
    });
    const choice = { appointment_id: 'a1', field: 'plan', value: 'Both.', seen: [], device: laptop };
    const chosen = runPure(world(session(), here), { sub: 'pro-1', name: 'note.choose', args: choice });
    expect(chosen).toMatchObject({
      records: [{ body: { written: { plan: { device: laptop } }, others: [{ uid: 'u1', device: laptop }] } }],
    });
  });

  it('[CF-3] a client of before names no device, and takes the older one’s name away with the text', () => {
    const here = note({ written: { plan: { at: '2026-11-21T08:55:00.000Z', by: 'pro-1', device: laptop } } });
    const over = runPure(world(session(), here), { sub: 'pro-1', ...edit('Rest.'), ctx: { base: { plan: 'u1' } } });
    expect(over).toMatchObject({ outcome: 'applied' });
    expect(over).not.toHaveProperty('records.0.body.written.plan.device');
  });

  it.each([
    ['a long name', { ...handset, name: 'a'.repeat(41) }],
    ['a name with marks', { ...handset, name: '<b>Chrome</b>' }],
    ['a name that turns the line around', { ...handset, name: 'Chrome \u202e on Android' }],
    ['no tag', { name: 'Chrome on Android' }],
    ['a tag as long as an id', { tag: 'aaaaaaaaaaaaaaaa' }],
  ])('[CF-3] a device is few plain words and a short tag, or the change is refused: %s', (_what, device) => {
    const call = { sub: 'pro-1', name: 'note.edit', args: { ...edit('Rest.').args, device } };
    expect(runPure(world(session()), call)).toMatchObject({ code: 'invalid_arguments' });
  });

  it.each([0, -1, 1.5, 1_000_001])(
    'the form of a note has a revision that there may be: %s is none',
    (note_schema_revision) => {
      const call = { sub: 'pro-1', name: 'note.edit', args: { ...edit('Rest.').args, note_schema_revision } };
      expect(runPure(world(session()), call)).toMatchObject({ outcome: 'rejected', code: 'invalid_arguments' });
    },
  );

  it('[CF-1] the same boxes ticked on two devices are no conflict, other ones are', () => {
    const ticked = (...boxes: string[]) => ({ answers: { interventions: boxes } });
    const first = note(ticked('Exposure', 'Psychoeducation'), { interventions: 'u1' });
    const tick = (...boxes: string[]) =>
      runPure(world(session(), first), {
        sub: 'pro-1',
        name: 'note.edit',
        args: noteEditArgs({ interventions: boxes }),
        ctx: { base: { interventions: '' } },
      });
    expect(tick('Exposure', 'Psychoeducation')).toMatchObject({ records: [{ body: { others: [] } }] });
    expect(tick('Exposure')).toMatchObject({
      records: [{ body: { others: [{ uid: 'u1', value: ['Exposure', 'Psychoeducation'] }] } }],
    });
  });

  it('[CF-2] signing names what was on screen', () => {
    expect(runPure(world(session(), note()), { sub: 'pro-1', ...sign({ plan: 'u1' }) })).toMatchObject({
      outcome: 'applied',
    });
    expect(runPure(world(session(), note()), { sub: 'pro-1', ...sign({ plan: 'u0' }) })).toMatchObject({
      code: 'content_changed',
    });
    expect(runPure(world(session(), note()), { sub: 'pro-1', ...sign({}) })).toMatchObject({ code: 'content_changed' });
  });

  it('[CF-2] signing waits while a field has two versions, and a choice ends that', () => {
    const other = { field: 'plan', uid: 'u2', value: 'Rest.', at: '2026-11-21T08:56:00.000Z', by: 'pro-2' };
    const two = note({ others: [other] });
    expect(runPure(world(session(), two), { sub: 'pro-1', ...sign({ plan: 'u1' }) })).toMatchObject({
      code: 'two_versions',
    });
    const choose = {
      name: 'note.choose',
      args: { appointment_id: 'a1', field: 'plan', value: 'Rest.', seen: ['u1', 'u2'] },
    };
    expect(runPure(world(session(), two), { sub: 'pro-1', ...choose })).toMatchObject({
      records: [{ body: { answers: { plan: 'Rest.' }, others: [] } }],
    });
    const partly = { ...choose, args: { ...choose.args, seen: ['u2'] } };
    expect(runPure(world(session(), two), { sub: 'pro-1', ...partly })).toMatchObject({
      records: [{ body: { others: [{ uid: 'u1', value: 'Walk daily.' }] } }],
    });
    // A choice is of one field: what waits in another one waits on.
    const elsewhere = { ...other, field: 'goals', uid: 'u9' };
    expect(runPure(world(session(), note({ others: [other, elsewhere] })), { sub: 'pro-1', ...choose })).toMatchObject({
      records: [{ body: { others: [{ field: 'goals', uid: 'u9' }] } }],
    });
    const unseenTwin = { ...other, uid: 'u3' };
    expect(runPure(world(session(), note({ others: [other, unseenTwin] })), { sub: 'pro-1', ...choose })).toMatchObject(
      {
        records: [{ body: { answers: { plan: 'Rest.' }, others: [] } }],
      },
    );
  });

  it('[C-503][C-636] a note is signed only once its session is completed, by the server clock too', () => {
    const later = session({ end: '2026-11-21T09:30:00.000Z' });
    expect(runPure(world(later, note()), { sub: 'pro-1', ...sign({ plan: 'u1' }) })).toMatchObject({
      code: 'not_signable',
    });
    // The device's clock is ahead: the mutator believes it, the guard does not.
    const ahead = { now: '2026-11-21T10:00:00.000Z' };
    expect(runPure(world(later, note()), { sub: 'pro-1', ...sign({ plan: 'u1' }), ctx: ahead })).toMatchObject({
      code: 'not_signable',
    });
    const cancelled = session({ status: 'cancelled_patient' });
    expect(runPure(world(cancelled, note()), { sub: 'pro-1', ...sign({ plan: 'u1' }) })).toMatchObject({
      code: 'session_cancelled',
    });
  });

  it('[C-503] the name under a signature is that of the professional record; without one it stands as sent', () => {
    const one = record({
      collection: 'professional',
      id: 'pro-1',
      scope: 'practice:p1',
      cls: classes.colleagues,
      body: { cognito_sub: 'pro-1', display_name: 'Dr. One', medical_degree: '' },
    });
    const signing = { sub: 'pro-1', ...sign({ plan: 'u1' }) };
    const asOther = { ...signing, args: { ...signing.args, name: 'Dr. Two' } };
    const named = (name: string) => ({ outcome: 'applied', records: [{ body: { signed: { name } } }] });
    expect(runPure(world(session(), note(), one), signing)).toMatchObject(named('Dr. One'));
    // She may be called otherwise by the time that it arrives: what she signed is signed.
    expect(runPure(world(session(), note(), one), asOther)).toMatchObject(named('Dr. One'));
    expect(runPure(world(session(), note()), asOther)).toMatchObject(named('Dr. Two'));
  });

  it('a signed note is not changed', () => {
    const signed = note({ signed: { by: 'pro-1', name: 'Dr. One', at: '2026-11-21T09:00:00.000Z' } });
    expect(runPure(world(session(), signed), { sub: 'pro-1', ...edit('x') })).toMatchObject({ code: 'note_signed' });
  });
});
