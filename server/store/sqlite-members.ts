import { and, asc, eq, gt, gte, lt } from 'drizzle-orm';
import type { MemberCalls } from './record-calls.ts';
import { access, member, scopeParent } from './sqlite-schema.ts';
import { prepareInsert, prepareQuery, prepareUpsert, slot, type Db } from './sqlite-statements.ts';

/** Who belongs to which scope, since which generation. */
export function createMemberCalls(db: Db): MemberCalls {
  const roles = prepareQuery(
    db,
    db
      .select({ role: member.role })
      .from(member)
      .where(and(eq(member.scope, slot('scope')), eq(member.principal, slot('principal')), eq(member.active, 1))),
    ['role'],
  );
  const readers = prepareQuery(
    db,
    db
      .select({ principal: member.principal, role: member.role, generation: access.generation })
      .from(member)
      .innerJoin(access, and(eq(access.principal, member.principal), eq(access.scope, member.scope)))
      .where(and(eq(member.scope, slot('scope')), eq(member.active, 1), eq(access.active, 1))),
    ['principal', 'role', 'generation'],
  );
  const upsertMember = prepareUpsert(db, member, [member.scope, member.principal, member.role]);
  const oneAccess = prepareQuery(
    db,
    db
      .select({ generation: access.generation, active: access.active })
      .from(access)
      .where(and(eq(access.principal, slot('principal')), eq(access.scope, slot('scope')))),
    ['generation', 'active'],
  );
  const upsertAccess = prepareUpsert(db, access, [access.principal, access.scope]);
  const scopes = db
    .select({ scope: access.scope })
    .from(access)
    .where(
      and(
        eq(access.principal, slot('principal')),
        gte(access.scope, slot('from')),
        lt(access.scope, slot('to')),
        eq(access.active, 1),
      ),
    )
    .prepare();

  const parents = prepareQuery(
    db,
    db
      .select({ parent: scopeParent.parent })
      .from(scopeParent)
      .where(eq(scopeParent.scope, slot('scope'))),
    ['parent'],
  );
  const insertParent = prepareInsert(db, scopeParent);
  const below = db
    .select({ scope: scopeParent.scope })
    .from(scopeParent)
    .where(and(eq(scopeParent.parent, slot('parent')), gt(scopeParent.scope, slot('after'))))
    .orderBy(asc(scopeParent.scope))
    .limit(slot('limit'))
    .prepare();

  return {
    parentOf: (scope) => parents.get({ scope })?.parent,
    putParent: (scope, parent) => {
      insertParent.run({ scope, parent });
    },
    scopesBelow: (parent, after, limit) => below.all({ parent, after, limit }).map((row) => row.scope),
    rolesIn: (principal, scope) => roles.all({ principal, scope }).map((row) => row.role),
    readersOf: (scope) => readers.all({ scope }),
    putMember: (row) => {
      upsertMember.run({ ...row, active: row.active ? 1 : 0 });
    },
    getAccess: (principal, scope) => {
      const row = oneAccess.get({ principal, scope });
      return row && { generation: row.generation, active: row.active === 1 };
    },
    putAccess: (principal, scope, row) => {
      upsertAccess.run({ principal, scope, generation: row.generation, active: row.active ? 1 : 0 });
    },
    scopesOf: (principal, prefix) =>
      scopes.all({ principal, from: prefix, to: `${prefix}\u{10ffff}` }).map((row) => row.scope),
  };
}
