import 'temporal-polyfill/global';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sessionOf } from '../../../tests/support/session-of.ts';
import { fileOfSession } from './calendar-file-session.ts';

const now = '2026-11-20T09:00:00.000Z';

test('[FD-2] the file of a session has its time and its title, is named as a link names it, and says nothing of anybody', async () => {
  const session = sessionOf('a1', {
    clinician_name: 'Dr. Lindqvist',
    appointment_type_label: 'Couple Session',
    local_start: '2026-11-21T09:00',
    zone: 'America/New_York',
  });
  const file = await fileOfSession(session, 'Appointment', now);
  const uid = createHash('sha256').update('calendar a1').digest('base64url');
  const lines = file.split('\r\n');
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
  expect(lines).toContain(`UID:${uid}@orchid`);
  expect(lines).toContain('DTSTART;TZID=America/New_York:20261121T090000');
  expect(lines).toContain('DURATION:PT50M');
  expect(lines).toContain('SUMMARY:Appointment');
  expect(lines).toContain('STATUS:CONFIRMED');
  for (const word of ['Lindqvist', 'Couple', 'p1', 'telehealth']) expect(file).not.toContain(word);
});

test('[FD-2] what nobody has said yes to is tentative', async () => {
  const file = await fileOfSession(sessionOf('a1', { status: 'invited' }), 'Busy', now);
  expect(file).toContain('SUMMARY:Busy');
  expect(file).toContain('STATUS:TENTATIVE');
});
