import { expect, test } from 'vitest';
import type { SeenRecord } from '../../../../sync/client/api.ts';
import { noteIdOf, type Appointment } from '../../../../sync/collections/appointment.ts';
import type { Note } from '../../../../sync/collections/note-body.ts';
import { appointmentBodyOf } from '../../../../sync/testing/builders.ts';
import { openWork } from './open-work.ts';

const now = '2026-11-25T12:00:00.000Z';
const session = (id: string, day: string, more: Partial<Appointment> = {}): SeenRecord<Appointment> => ({
  collection: 'appointment',
  id,
  scope: 'chart:c1',
  cls: 'scheduling',
  stamps: {},
  version: 1,
  shape: 2,
  pending: false,
  body: appointmentBodyOf({ start: `${day}T09:00:00.000Z`, end: `${day}T09:50:00.000Z`, ...more }),
});
const note = (body: Partial<Note>) => ({ body: { others: [], answers: {}, ...body } }) as unknown as SeenRecord<Note>;

test('what is to come, the next one first, without what is cancelled; notes that are owed or not signed, the oldest first', () => {
  const sessions = [
    session('later', '2026-12-09'),
    session('next', '2026-12-02'),
    session('off', '2026-12-03', { status: 'cancelled_orchid_pro' }),
    session('signed', '2026-11-18'),
    session('begun', '2026-11-11'),
    session('owed', '2026-11-04'),
    session('missed', '2026-10-28', { status: 'cancelled_pro_no_join' }),
  ];
  const notes = new Map([
    [noteIdOf('signed'), note({ signed: { by: 'p', name: 'P', at: now } })],
    [noteIdOf('begun'), note({})],
    [noteIdOf('next'), note({})],
  ]);
  const { coming, unsigned } = openWork(sessions, notes, now);
  expect(coming.map(({ id }) => id)).toEqual(['next', 'later']);
  expect(unsigned.map(({ id }) => id)).toEqual(['owed', 'begun', 'next']);
});

test('a note that went to the archive with its session is open no more; a session that runs is still to come', () => {
  const running = session('running', '2026-11-25', {
    start: '2026-11-25T11:30:00.000Z',
    end: '2026-11-25T12:20:00.000Z',
  });
  const old = session('old', '2026-11-18');
  const notes = new Map([[noteIdOf('old'), note({ archived: now })]]);
  const { coming, unsigned } = openWork([running, old], notes, now);
  expect([coming.map(({ id }) => id), unsigned]).toEqual([['running'], []]);
});
