import { describe, expect, it } from 'vitest';
import { runPure } from '../testing/run-pure.ts';
import { sampleCall, scope } from '../testing/sample-calls.ts';
import { chartRoles } from './classes.ts';
import { registry } from './index.ts';

describe('[AC-1] each change may be made by the roles that it names, and by no other', () => {
  /** Written by hand, apart from the descriptors. */
  const table: Readonly<Record<string, readonly string[] | null>> = {
    'appointment.cancel': ['treating', 'scheduler'],
    'appointment.create': ['treating', 'scheduler'],
    'appointment.restore': ['treating', 'scheduler'],
    'chart.view': ['treating', 'supervisor'],
    'membership.grant': ['treating'],
    'membership.revoke': ['treating'],
    'note.choose': ['treating'],
    'note.edit': ['treating'],
    'note.sign': ['treating'],
  };
  const names = [...registry.mutators.keys()].toSorted();

  it('the table names every change', () => {
    expect(names).toEqual(Object.keys(table));
    for (const [name, mutator] of registry.mutators) expect(mutator.roles, name).toEqual(table[name]);
  });

  it.each(names.flatMap((name) => chartRoles.map((role) => [name, role] as const)))('%s by %s', (name, role) => {
    const { records, args } = sampleCall(name);
    const roles = { [`someone ${scope}`]: [role], 'someone practice:p1': ['professional'] };
    const outcome = runPure({ records, roles }, { sub: 'someone', name, args });
    const isDenied = outcome.outcome === 'rejected' && (outcome.code === 'not_allowed' || outcome.code === 'not_found');
    expect(isDenied).toBe(!table[name]?.includes(role));
    if (isDenied) expect(outcome).not.toHaveProperty('records');
  });
});
