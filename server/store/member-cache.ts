import type { MemberCalls } from './record-calls.ts';

/** Most answers held at once. */
const mostHeld = 50_000;

/** Member calls of the writing connection, with their answers remembered from one transaction to the next. */
export interface MemberCache {
  readonly calls: MemberCalls;
  /** What was remembered may not stand: a part was undone, or another connection has written. */
  forget(): void;
}

/**
 * Who reads a scope is asked several times for each record that is written, and changes rarely. Whatever writes a member
 * or an access here forgets the scope's answers first.
 */
export function cacheMembers(calls: MemberCalls): MemberCache {
  const scopes = new Map<string, Map<string, unknown>>();
  let held = 0;
  const forget = (): void => {
    scopes.clear();
    held = 0;
  };
  const remembered = <T>(scope: string, question: string, ask: () => T): T => {
    const answers = scopes.get(scope) ?? new Map<string, unknown>();
    if (answers.has(question)) return answers.get(question) as T;
    const answer = ask();
    if (held >= mostHeld) forget();
    held += 1;
    scopes.set(scope, answers.set(question, answer));
    return answer;
  };
  return {
    forget,
    calls: {
      ...calls,
      rolesIn: (principal, scope) => remembered(scope, `roles|${principal}`, () => calls.rolesIn(principal, scope)),
      readersOf: (scope) => remembered(scope, 'readers', () => calls.readersOf(scope)),
      getAccess: (principal, scope) =>
        remembered(scope, `access|${principal}`, () => calls.getAccess(principal, scope)),
      parentOf: (scope) => remembered(scope, 'parent', () => calls.parentOf(scope)),
      putParent: (scope, parent) => {
        scopes.delete(scope);
        calls.putParent(scope, parent);
      },
      putMember: (row) => {
        scopes.delete(row.scope);
        calls.putMember(row);
      },
      putAccess: (principal, scope, access) => {
        scopes.delete(scope);
        calls.putAccess(principal, scope, access);
      },
    },
  };
}
