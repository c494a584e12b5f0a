import { describe, expect, it } from 'vitest';
import type { Json } from '../core/record.ts';
import { SeriesWorld, recordOf, standing, weekly } from '../testing/series-world.ts';
import { classes } from './classes.ts';

const ten = { local_start: '2026-12-01T10:00', zone: 'UTC', start: '2026-12-01T10:00:00.000Z' };
/** The clock by which the session is planned. */
const planned = 'UTC';
const noon = { local_start: '2026-12-01T12:00', zone: 'UTC', start: '2026-12-01T12:00:00.000Z' };
const mia = { sub: 'mia' };

function begun() {
  const world = new SeriesWorld();
  const { start: _start, ...time } = { ...weekly, start: '' };
  const outcome = world.run('appointment.book', { ...time, start: '2026-11-23T09:00:00.000Z' });
  const id = outcome.outcome === 'applied' ? (outcome.records[0]?.id ?? '') : '';
  const of = (collection: string): Json | undefined =>
    world.records.find((one) => one.collection === collection && (one.id === id || one.id === `wish.${id}`))?.body;
  return { world, id, session: () => of('appointment'), wish: () => of('session_wish') };
}

describe('[CA-11] a client asks for another time', () => {
  it('and nothing moves; whoever plans the session gives it one of the times that were asked for', () => {
    const { world, id, session, wish } = begun();
    world.run('session_wish.ask', { appointment_id: id, times: [ten, noon], words: ' Mornings. ' }, mia);
    expect(wish()).toMatchObject({ asked_by: 'mia', times: [ten, noon], words: 'Mornings.', state: 'asked' });
    expect(session()).toMatchObject({ local_start: '2026-11-23T09:00' });
    const take = { appointment_id: id, answer: 'take' };
    expect(world.run('session_wish.answer', { ...take, ...ten, start: '2026-12-01T10:30:00.000Z' })).toMatchObject({
      code: 'invalid_arguments',
    });
    expect(world.run('session_wish.answer', take)).toMatchObject({ code: 'invalid_arguments' });
    world.run('session_wish.answer', { ...take, ...noon }, { sub: 'desk' });
    expect(session()).toMatchObject({ ...noon, end: '2026-12-01T12:50:00.000Z', minutes: 50 });
    expect(wish()).toMatchObject({ state: 'taken' });
    expect(world.run('session_wish.answer', { appointment_id: id, answer: 'decline' })).toMatchObject({
      code: 'changed_meanwhile',
    });
  });

  it('not into the time of another session, nor into a blocked one unless the change says so', () => {
    const { world, id, session } = begun();
    world.put(standing('other', { ...ten, end: '2026-12-01T10:50:00.000Z' }));
    world.put(
      recordOf({
        collection: 'blocked_interval',
        id: 'b1',
        scope: 'account:pro-1',
        cls: classes.own,
        body: {
          label: '',
          ...noon,
          minutes: 60,
          end: '2026-12-01T13:00:00.000Z',
          clinician: 'pro-1',
          practice_id: 'p1',
          modify_datetime: '2026-11-20T09:00:00.000Z',
        },
      }),
    );
    world.run('session_wish.ask', { appointment_id: id, times: [ten, noon] }, mia);
    const take = { appointment_id: id, answer: 'take' };
    expect(world.run('session_wish.answer', { ...take, ...ten })).toMatchObject({ code: 'conflicting_session' });
    expect(world.run('session_wish.answer', { ...take, ...noon })).toMatchObject({ code: 'time_blocked' });
    world.run('session_wish.answer', { ...take, ...noon, force_book_over_blocked: true });
    expect(session()).toMatchObject(noon);
  });

  it('not into a time that has passed since it was asked for', () => {
    const { world, id } = begun();
    const soon = { local_start: '2026-11-22T08:00', zone: 'UTC', start: '2026-11-22T08:00:00.000Z' };
    world.run('session_wish.ask', { appointment_id: id, times: [soon] }, mia);
    const take = { appointment_id: id, answer: 'take', ...soon };
    expect(world.copy().run('session_wish.answer', take, { receivedAt: '2026-11-22T08:00:00.000Z' })).toMatchObject({
      code: 'session_begun',
    });
    expect(world.run('session_wish.answer', take)).toMatchObject({ outcome: 'applied' });
  });

  it('by the server’s own table of zones, whatever the client’s made of the time', () => {
    const { world, id, session } = begun();
    // An hour off, as a table of before would have it.
    const old = { local_start: '2026-12-01T10:00', zone: 'Europe/Berlin', start: '2026-12-01T08:00:00.000Z' };
    world.run('session_wish.ask', { appointment_id: id, times: [old] }, mia);
    const take = { appointment_id: id, answer: 'take', ...old };
    const device = world.copy();
    device.run('session_wish.answer', take, { onDevice: true });
    expect(device.records.find((one) => one.id === id)?.body).toMatchObject({ start: old.start });
    world.run('session_wish.answer', take);
    expect(session()).toMatchObject({ start: '2026-12-01T09:00:00.000Z', end: '2026-12-01T09:50:00.000Z' });
  });

  it('once: who answers otherwise meanwhile is told, and the same answer again says nothing', () => {
    const { world, id } = begun();
    world.run('session_wish.ask', { appointment_id: id, times: [ten, noon] }, mia);
    const take = { appointment_id: id, answer: 'take' };
    world.run('session_wish.answer', { ...take, ...ten });
    expect(world.run('session_wish.answer', { ...take, ...ten })).toMatchObject({ records: [] });
    expect(world.run('session_wish.answer', { ...take, ...noon })).toMatchObject({ code: 'changed_meanwhile' });
  });

  it('at the time that was asked for by the clock too, not only at its moment', () => {
    const { world, id } = begun();
    world.run('session_wish.ask', { appointment_id: id, times: [ten] }, mia);
    const other = { ...ten, local_start: '2026-12-01T20:00' };
    expect(world.run('session_wish.answer', { appointment_id: id, answer: 'take', ...other })).toMatchObject({
      code: 'invalid_arguments',
    });
    // By the session's own clock it is another moment than the one that was asked for, whatever is said beside it.
    const elsewhere = { local_start: '2026-12-01T11:00', zone: planned, start: ten.start };
    expect(world.run('session_wish.answer', { appointment_id: id, answer: 'take', ...elsewhere })).toMatchObject({
      code: 'invalid_arguments',
    });
    const past = { local_start: '2020-12-01T10:00', zone: 'UTC', start: '2020-12-01T10:00:00.000Z' };
    expect(world.run('session_wish.ask', { appointment_id: id, times: [past] }, mia)).toMatchObject({
      code: 'invalid_arguments',
    });
  });

  it('from elsewhere, by the clock by which the session is planned, and by no third one', () => {
    const { world, id, session } = begun();
    // Ten o'clock in Tokyo.
    const there = { local_start: '2026-12-01T10:00', zone: 'Asia/Tokyo', start: '2026-12-01T01:00:00.000Z' };
    world.run('session_wish.ask', { appointment_id: id, times: [there] }, mia);
    const take = { appointment_id: id, answer: 'take' };
    const third = { local_start: '2026-12-01T02:00', zone: 'Europe/Berlin', start: there.start };
    expect(world.run('session_wish.answer', { ...take, ...third })).toMatchObject({ code: 'invalid_arguments' });
    const here = { local_start: there.start.slice(0, 16), zone: planned, start: there.start };
    const device = world.copy();
    device.run('session_wish.answer', { ...take, ...here }, { onDevice: true });
    expect(device.records.find((one) => one.id === id)?.body).toMatchObject(here);
    world.run('session_wish.answer', { ...take, ...here });
    expect(session()).toMatchObject(here);
  });

  it('takes it back, or asks anew; a declined wish moves nothing', () => {
    const { world, id, session, wish } = begun();
    const ask = { appointment_id: id, times: [ten] };
    world.run('session_wish.ask', ask, mia);
    world.run('session_wish.withdraw', { appointment_id: id }, mia);
    expect(wish()).toMatchObject({ state: 'withdrawn' });
    expect(world.run('session_wish.answer', { appointment_id: id, answer: 'take', ...ten })).toMatchObject({
      code: 'changed_meanwhile',
    });
    world.run('session_wish.ask', { appointment_id: id, times: [], words: 'Later in the day' }, mia);
    world.run('session_wish.answer', { appointment_id: id, answer: 'decline' });
    expect(wish()).toMatchObject({ state: 'declined', times: [] });
    expect(session()).toMatchObject({ local_start: '2026-11-23T09:00' });
    expect(world.run('session_wish.withdraw', { appointment_id: id }, mia)).toMatchObject({
      code: 'changed_meanwhile',
    });
  });

  it('over the versions on screen alone', () => {
    const { world, id } = begun();
    world.run('session_wish.ask', { appointment_id: id, times: [ten] }, { ...mia, uid: 'w1' });
    const take = { appointment_id: id, answer: 'take', ...ten };
    for (const base of [{ state: 'w0' }, { state: 'w1', start: 'other' }])
      expect(world.copy().run('session_wish.answer', take, { base })).toMatchObject({ code: 'changed_meanwhile' });
    expect(world.run('session_wish.answer', take, { base: { state: 'w1', start: 'u1' } })).toMatchObject({
      outcome: 'applied',
    });
  });

  it('of a session to come that stands, with a time or a word, and nobody for them', () => {
    const { world, id } = begun();
    const ask = { appointment_id: id, times: [ten] };
    const code = (args: Json, more = {}) => {
      const outcome = world.copy().run('session_wish.ask', args, { ...mia, ...more });
      return outcome.outcome === 'rejected' ? outcome.code : outcome.outcome;
    };
    expect(code({ appointment_id: id, times: [] })).toBe('invalid_arguments');
    expect(code({ appointment_id: id, times: [{ ...ten, start: '2026-12-05T10:00:00.000Z' }] })).toBe(
      'invalid_arguments',
    );
    expect(code({ appointment_id: id, times: [ten, ten, ten, ten] })).toBe('invalid_arguments');
    expect(code(ask, { receivedAt: '2026-11-23T09:00:00.000Z' })).toBe('session_begun');
    expect(code(ask, { sub: 'pro-1' })).toBe('not_allowed');
    expect(code({ ...ask, appointment_id: 'none' })).toBe('not_found');
    world.run('appointment.cancel', { appointment_id: id });
    expect(code(ask)).toBe('session_cancelled');
  });
});
