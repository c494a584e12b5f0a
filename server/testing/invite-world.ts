import { chartScope, classes, personScope } from '../../sync/collections/classes.ts';
import { chartInviteBody, type ChartInvite } from '../../sync/collections/chart-invite.ts';
import * as v from 'valibot';
import { paperCode } from '../invites/invite-codes.ts';
import type { Mail, Mailer } from '../mail/mailer.ts';
import { call } from '../store/port.ts';
import { cardOf, chartOf, membershipOf, professionalOf, smallPractice } from './builders.ts';
import type { TestDevice } from './test-device.ts';
import { TestServer, type TestServerOptions } from './test-server.ts';

export const birthDate = '1988-04-09';
export const password = `Correct-horse-9`;

/** Ann treats one person, Ada; Ben is of the practice and treats nobody there; Mia is a member of before. Mail is kept. */
export class InviteWorld {
  readonly sent: Mail[] = [];
  server!: TestServer;
  ann!: TestDevice;

  static async create(options: TestServerOptions = {}): Promise<InviteWorld> {
    const world = new InviteWorld();
    const mailer: Mailer = { leaves: true, send: async (mail) => void world.sent.push(mail) };
    world.server = await TestServer.create({ mailer, now: '2026-11-24T14:00:00.000Z', ...options });
    for (const sub of ['ann', 'ben', 'olga']) await world.server.addAccount(sub);
    await world.server.addAccount('mia', 'member');
    await world.server.write(...smallPractice(), professionalOf('ann', 'Dr. Ann'), personOf('c1', '1'));
    world.ann = await world.server.signedIn('ann');
    return world;
  }

  /** Invites by a device of whoever it is; the outcome of the change and the invite's id. */
  async invite(
    change: Partial<{ chart_id: string; person_id: string; way: 'mail' | 'paper'; email: string }> = {},
    by = this.ann,
  ): Promise<{ readonly code: string; readonly id: string }> {
    const args = { chart_id: 'c1', person_id: 'c1.1', way: 'mail' as const, email: 'ada@home.invalid', ...change };
    return this.change('chart.invite', args, by);
  }

  async change(
    name: string,
    args: Readonly<Record<string, string>>,
    by = this.ann,
  ): Promise<{ readonly code: string; readonly id: string }> {
    const known = new Set((await this.invites()).map(({ id }) => id));
    const answer = await by.push([by.seal({ name, args })]);
    const code = answer.kind === 'ok' ? (answer.results.at(-1)?.code ?? '') : answer.kind;
    await this.server.orchid.settle();
    const id = (await this.invites()).find((one) => !known.has(one.id))?.id ?? '';
    return { code, id };
  }

  async invites(): Promise<readonly { readonly id: string; readonly body: ChartInvite }[]> {
    const range = { collection: 'chart_invite', index: 'chart', from: '', to: '~' };
    const rows = await this.server.store.read(() => call('rangeRecords', range));
    return rows.map(({ id, body }) => ({ id, body: v.parse(chartInviteBody, body) }));
  }

  async state(id: string): Promise<string | undefined> {
    return (await this.invites()).find((one) => one.id === id)?.body.state;
  }

  /** The token in the newest mail to an address. */
  token(to = 'ada@home.invalid'): string {
    const mail = this.sent.findLast((one) => one.to === to);
    return /member-register\?link#([A-Za-z0-9_-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
  }

  code(id: string): string {
    return paperCode(this.server.secrets.tokenKey, id);
  }

  look(code: string, dob?: string, from = this.server.device()): Promise<Response> {
    return from.call('POST', '/api/users/v1/invite/look', { code, ...(dob === undefined ? {} : { dob }) });
  }

  /** Registers with an invite, as a caller without keys of its own. */
  register(user: Readonly<Record<string, unknown>>, from = this.server.device()): Promise<Response> {
    const person = { first_name: 'Ada', is_over_eighteen: true };
    return from.call('POST', '/api/users/v1/patient/account', { user_in: { password, ...user }, patient_in: person });
  }

  /** Makes the account of who was mailed an invite, and signs it in. */
  async join(token = this.token()): Promise<TestDevice> {
    const device = this.server.device();
    const answer = (await (await this.register({ patient_chart_invite_code: token }, device)).json()) as {
      email: string;
    };
    await device.signIn(answer.email, password);
    await device.registerKey();
    await this.server.orchid.settle();
    return device;
  }

  giveDate(device: TestDevice, invite: string, dob = birthDate): Promise<Response> {
    return device.call('POST', '/api/users/v1/invite/birth_date', { invite, dob });
  }

  accept(device: TestDevice, code: string, dob?: string): Promise<Response> {
    return device.call('POST', '/api/users/v1/invite/accept', { code, ...(dob === undefined ? {} : { dob }) });
  }

  /** The token in the newest mail that confirms an address. */
  confirmToken(to: string): string {
    const mail = this.sent.findLast((one) => one.to === to);
    return /confirm-email#([A-Za-z0-9_-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
  }

  async record(collection: string, id: string): Promise<Readonly<Record<string, unknown>>> {
    const stored = await this.server.store.read(() => call('getRecord', collection, id));
    return (stored?.body ?? {}) as Readonly<Record<string, unknown>>;
  }
}

export function personOf(chart: string, id: string, change: Readonly<Record<string, string | undefined>> = {}) {
  const own = { dob: birthDate, ...change };
  const known = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;
  return {
    collection: 'chart_person',
    id: `${chart}.${id}`,
    scope: personScope(`${chart}.${id}`),
    cls: classes.contact,
    body: { chart_id: chart, first_name: 'Ada', last_name: 'Test', ...known },
  };
}

const coupleBody = {
  patient_type: 'couple',
  client_status: 'active',
  presenting_problem: '',
  opened: '2026-01-01T09:00:00.000Z',
  practice_id: 'p1',
};

/** A chart of two, which Ann treats. */
export function coupleChart(id: string) {
  const chart = chartOf(id);
  return [
    membershipOf(chartScope(id), 'ann', 'treating'),
    { ...chart, body: { ...coupleBody } },
    cardOf(id),
    personOf(id, '1', { first_name: 'Ada', phone_number: '555-01' }),
    personOf(id, '2', { first_name: 'Bo', dob: '1985-01-31', phone_number: '555-02' }),
  ];
}

/** What of an answer somebody sees who compares two. */
export async function shapeOf(response: Response): Promise<readonly unknown[]> {
  return [response.status, await response.text(), [...response.headers.keys()].sort()];
}
