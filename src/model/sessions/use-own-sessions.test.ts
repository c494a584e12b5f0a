import { expect, test } from 'vitest';
import { sessionOf } from '../../../tests/support/session-of.ts';
import { rolesInPractice } from '../people/use-roles.ts';
import { workKindOf } from '../people/use-work-kind.ts';
import { answerFor } from './use-own-sessions.ts';

const opening = { loading: true } as const;
const found = (...ids: readonly string[]) => ({ loading: false, value: ids.map((id) => sessionOf(id, {})) }) as const;

test('somebody without a practice has a calendar of their own, empty or not: never one that opens for ever', () => {
  // Nothing is asked about no practice, so nothing ever answers.
  for (const practiceId of [undefined, '']) {
    const kind = workKindOf(rolesInPractice(practiceId, opening));
    expect(kind).toBe('clinician');
    expect(answerFor(kind, found())).toEqual(found());
    expect(answerFor(kind, found('a'))).toEqual(found('a'));
  }
});

test('in a practice an empty day is said once it is known whose it is; what was found is shown at once', () => {
  const asking = workKindOf(rolesInPractice('p', opening));
  expect(asking).toBeNull();
  expect(answerFor(asking, found())).toEqual(opening);
  expect(answerFor(asking, found('a'))).toEqual(found('a'));
  const desk = workKindOf(rolesInPractice('p', { loading: false, value: ['scheduler'] }));
  expect(desk).toBe('desk');
  expect(answerFor(desk, found())).toEqual(found());
  expect(answerFor(desk, opening)).toEqual(opening);
});
