import { describe, expect, it } from 'vitest';
import type { SeenRecord } from '../../../../sync/client/api.ts';
import { membershipId, type Membership } from '../../../../sync/collections/membership.ts';
import { membershipOf } from '../../../../sync/testing/builders.ts';
import { accessRows, mayGive } from './access-rows.ts';

const scope = 'chart:c1';
const today = '2026-11-21';
const seen = (account: string, role: Membership['role'], change: Partial<Membership> = {}): SeenRecord<Membership> => ({
  collection: 'membership',
  id: membershipId(scope, account, role),
  scope,
  cls: 'access',
  version: 1,
  shape: 1,
  body: membershipOf(account, { role, access: 'delegated', ...change }),
  stamps: {},
  pending: false,
});
const olga = seen('olga', 'treating', { access: 'own' });
const greta = seen('greta', 'treating');
const sue = seen('sue', 'supervisor');
const carla = seen('carla', 'client', { access: 'own' });

describe('who has access, as the screen says it', () => {
  const offered = (members: readonly SeenRecord<Membership>[], sub: string): readonly string[] =>
    accessRows(members, { sub, today }).flatMap(({ account, ending }) => (ending ? [account] : []));

  it.each([
    ['olga', ['olga', 'greta', 'sue']],
    ['greta', ['greta', 'sue']],
    ['sue', []],
    ['carla', []],
  ])('[AC-5] what the server would refuse is not offered to %s', (sub, expected) => {
    expect(offered([olga, greta, sue, carla], sub)).toEqual(expected);
    expect(mayGive([olga, greta, sue, carla], { sub, today })).toBe(['olga', 'greta'].includes(sub));
  });

  it('[AC-5] the last one who treats is not offered her own end, whoever used to treat', () => {
    expect(offered([olga, sue, carla], 'olga')).toEqual(['sue']);
    expect(offered([olga, seen('greta', 'treating', { until: '2026-11-20' })], 'olga')).toEqual([]);
    expect(offered([olga, seen('greta', 'treating', { until: today })], 'olga')).toEqual(['greta']);
  });

  it.each([
    ['olga', ['greta', 'sue']],
    ['greta', []],
    ['sue', []],
    ['carla', []],
  ])('[AC-5] another last day is offered to the one whose chart it is, here to %s', (sub, expected) => {
    const rows = accessRows([olga, greta, sue, carla], { sub, today });
    expect(rows.flatMap(({ account, dated }) => (dated.length > 0 ? [account] : []))).toEqual(expected);
  });

  it('whoever is client and guardian has a line for each: neither of them is a role', () => {
    const both = [carla, seen('carla', 'guardian', { access: 'own' })];
    expect(accessRows(both, { sub: 'olga', today }).map(({ roles }) => roles)).toEqual([['client'], ['guardian']]);
  });

  it('access is told from the day on which the first of its roles began', () => {
    const later = seen('greta', 'treating', { from: '2026-11-02T00:00:00.000Z' });
    const first = seen('greta', 'supervisor', { from: '2026-10-01T00:00:00.000Z' });
    expect(accessRows([later, first], { sub: 'olga', today })).toMatchObject([{ from: first.body.from }]);
  });

  it('[AC-5] whose chart it is gives herself no last day, whatever else she is in it', () => {
    const [own] = accessRows([olga, seen('olga', 'supervisor'), greta], { sub: 'olga', today });
    expect(own).toMatchObject({ account: 'olga', dated: [] });
  });

  it('a colleague is one line with every role; a last day is said where all of them have one', () => {
    const rows = accessRows([greta, seen('greta', 'supervisor', { until: '2026-11-27' }), carla], {
      sub: 'olga',
      today,
    });
    expect(rows).toMatchObject([
      { account: 'greta', roles: ['treating', 'supervisor'], until: null },
      { account: 'carla' },
    ]);
    const dated = accessRows([seen('sue', 'supervisor', { until: '2026-11-27' })], { sub: 'olga', today });
    expect(dated).toMatchObject([{ until: '2026-11-27' }]);
  });
});
