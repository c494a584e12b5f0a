/**
 * Roles, scopes and the classes of a record, in one place. Which role reads which class of which collection stands in
 * that collection's own `readers` table, written by hand.
 *
 * scope            roles in it
 * `account:<sub>`  self
 * `chart:<id>`     treating, supervisor, scheduler, biller, client, guardian
 * `practice:<id>`  owner, professional
 * `talk:<id>`      partner
 */
export const chartRoles = ['treating', 'supervisor', 'scheduler', 'biller', 'client', 'guardian'] as const;
export type ChartRole = (typeof chartRoles)[number];
export const practiceRoles = ['owner', 'professional'] as const;

export const classes = {
  /** Those who treat. */
  careTeam: 'care-team',
  /** Those who plan, and those whom the plan concerns. */
  scheduling: 'scheduling',
  /** Everybody of a practice. */
  colleagues: 'colleagues',
  /** Who has access to a scope. */
  access: 'access',
  /** The account itself. */
  own: 'own',
  /** Partners of a conversation; bodies are opaque to the server. */
  partners: 'partners',
} as const;

export const chartScope = (id: string): string => `chart:${id}`;
export const isChartScope = (scope: string): boolean => scope.startsWith('chart:');
export const practiceScope = (id: string): string => `practice:${id}`;
export const accountScope = (sub: string): string => `account:${sub}`;
export const talkScope = (id: string): string => `talk:${id}`;

/** The id behind a scope's prefix. */
export function idOfScope(scope: string): string {
  return scope.slice(scope.indexOf(':') + 1);
}
