import { ownScope } from '../core/scope.ts';

export { idOfScope } from '../core/scope.ts';

/**
 * Roles, scopes and the classes of a record, in one place. Which role reads which class of which collection stands in
 * that collection's own `readers` table, written by hand.
 *
 * scope            roles in it
 * `account:<sub>`  self
 * `chart:<id>`     treating, supervisor, scheduler, biller, client, guardian; below its practice
 * `practice:<id>`  owner, professional, scheduler, biller; in its charts `practice.owner` and so on
 * `person:<id>`    person; below its chart
 * `talk:<id>`      partner
 */
export const chartRoles = ['treating', 'supervisor', 'scheduler', 'biller', 'client', 'guardian'] as const;
export const practiceRoles = ['owner', 'professional', 'scheduler', 'biller'] as const;
export type PracticeRole = (typeof practiceRoles)[number];
/** A role in a chart: had there, or in its practice. */
export type ChartRole = (typeof chartRoles)[number] | `practice.${PracticeRole}`;

export const classes = {
  /** Those who treat. */
  careTeam: 'care-team',
  /** Those who plan, and those whom the plan concerns. */
  scheduling: 'scheduling',
  /** How a person of a chart is reached. */
  contact: 'contact',
  /** What of sessions is open and paid. */
  billing: 'billing',
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
export const accountScope = ownScope;
export const personScope = (id: string): string => `person:${id}`;
export const talkScope = (id: string): string => `talk:${id}`;
