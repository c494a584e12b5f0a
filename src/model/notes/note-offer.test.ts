import { expect, it } from 'vitest';
import { noteOffer } from './note-offer.ts';

const signed = { signed: { by: 'pro-1', name: 'Dr. One', at: '2026-11-21T08:58:00.000Z' } };

it.each([
  [['treating'], 'Write note', 'Open note', 'Read note'],
  [['supervisor', 'treating'], 'Write note', 'Open note', 'Read note'],
  [['supervisor'], null, 'Read note', 'Read note'],
  [['scheduler'], null, 'Read note', 'Read note'],
  // Not known yet, or damaged: nobody is kept out by that.
  [[], 'Write note', 'Open note', 'Read note'],
])('[AC-1] who has the roles %j is offered what they may do', (roles, none, open, done) => {
  const offers = [undefined, {}, signed].map((note) => noteOffer(note, roles, true));
  expect(offers).toEqual([none, open, done]);
});

it('somebody else’s session offers nothing to write before a role says so', () => {
  expect(noteOffer(undefined, [], false)).toBeNull();
  expect(noteOffer(undefined, ['practice.scheduler'], false)).toBeNull();
  expect(noteOffer(undefined, ['treating'], false)).toBe('Write note');
});
