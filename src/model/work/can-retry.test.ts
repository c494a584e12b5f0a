import { expect, test } from 'vitest';
import { canEdit, canRetry } from './can-retry.ts';

test.each([
  ['note_signed', false, false],
  ['content_changed', false, false],
  ['two_versions', false, false],
  ['already_exists', false, false],
  ['too_long', false, true],
  ['invalid_arguments', false, true],
  ['conflicting_session', true, true],
  ['access_ended', true, true],
  ['failed', true, true],
  ['a_code_of_a_newer_server', true, true],
])('Retry is offered only where it can succeed: %s → Retry %s, Edit %s', (code, retry, edit) => {
  expect([canRetry(code), canEdit(code)]).toEqual([retry, edit]);
});
