/** A scope is where records live: `kind:id`. One may stand below another, for good: a chart below its practice. */

/** The kind of a scope: what stands before its id. */
export function kindOfScope(scope: string): string {
  return scope.slice(0, scope.indexOf(':'));
}

/** The id behind a scope's kind. */
export function idOfScope(scope: string): string {
  return scope.slice(scope.indexOf(':') + 1);
}

/** Further up than any of our scopes stands; a circle, which nothing writes, ends here too. */
export const mostScopesAbove = 4;

/** The scope that belongs to an account alone, without a membership. */
export const ownScope = (sub: string): string => `account:${sub}`;

/** The role that an account has in its own scope. */
export const ownRole = 'self';

/** How a role that somebody has in a scope above is called below it, in `readers` and in what rules ask for. */
export function roleFromAbove(above: string, role: string): string {
  return `${kindOfScope(above)}.${role}`;
}
