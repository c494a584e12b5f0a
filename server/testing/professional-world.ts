import { accountScope, classes, practiceScope } from '../../sync/collections/classes.ts';
import { membershipOf, practiceMember, professionalOf } from './builders.ts';
import { TestServer } from './test-server.ts';

const since = '2026-11-20T09:00:00.000Z';

/** Ann and Ben of one practice, Eve of another, and Max, a member: all have just registered. */
export async function createProfessionalWorld(): Promise<TestServer> {
  const server = await TestServer.create({ now: '2026-11-24T14:00:00.000Z' });
  const practiceOf: Readonly<Record<string, string>> = { ann: 'p1', ben: 'p1', eve: 'p2' };
  for (const sub of ['ann', 'ben', 'eve', 'max']) {
    const practice_id = practiceOf[sub];
    const user_type = practice_id === undefined ? 'member' : 'orchid_pro';
    await server.addAccount(sub, user_type);
    const place = { scope: accountScope(sub), cls: classes.own };
    const names = { first_name: sub, last_name: 'Lind', display_name: `${sub} Lind` };
    const body = { user_type, ...names, timezone: 'UTC', modify_datetime: since };
    await server.write({
      ...place,
      collection: 'account',
      id: sub,
      body: { ...body, ...(practice_id === undefined ? {} : { practice_id }) },
    });
    if (practice_id !== undefined)
      await server.write({
        ...place,
        collection: 'professional_record',
        id: sub,
        body: { confirmed: {}, signup_form_finished: false, modify_datetime: since },
      });
  }
  const degreeless = (sub: string, practice: string) => ({
    ...professionalOf(sub, `${sub} Lind`),
    scope: practiceScope(practice),
    body: { cognito_sub: sub, display_name: `${sub} Lind`, medical_degree: '' },
  });
  await server.write(
    practiceMember('ann'),
    practiceMember('ben'),
    membershipOf(practiceScope('p2'), 'eve', 'professional'),
    degreeless('ann', 'p1'),
    degreeless('ben', 'p1'),
    degreeless('eve', 'p2'),
  );
  return server;
}
