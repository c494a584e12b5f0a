import { describe, expect, it } from 'vitest';
import { registry } from './index.ts';

/** What a collection is, by hand: nothing here follows from what is declared. */
interface Declared {
  readonly shape: number;
  /** Sealed at rest, every overwritten version kept. */
  readonly clinical: boolean;
  /** The kinds of scope its records live in. */
  readonly livesIn: readonly string[];
  /** The one class of its records, and the roles that read it. */
  readonly cls: string;
  readonly roles: readonly string[];
}

const treat = ['treating', 'supervisor'];
const plan = [...treat, 'scheduler', 'practice.scheduler'];
const meet = [...plan, 'practice.biller', 'client', 'guardian'];
const offer = ['owner', 'professional', 'scheduler'];
const practice = [...offer, 'biller'];

const chartNotes: Declared = { shape: 1, clinical: true, livesIn: ['chart'], cls: 'care-team', roles: treat };
const chartPlans: Declared = { ...chartNotes, cls: 'scheduling', roles: plan };
const chartMeetings: Declared = { ...chartPlans, roles: meet };
const practiceOffers: Declared = {
  shape: 1,
  clinical: true,
  livesIn: ['practice'],
  cls: 'colleagues',
  roles: offer,
};
const practiceFacts: Declared = { ...practiceOffers, roles: practice };
const ownFacts: Declared = { shape: 1, clinical: true, livesIn: ['account'], cls: 'own', roles: ['self'] };

const declared: Readonly<Record<string, Declared>> = {
  account: { ...ownFacts, clinical: false },
  addendum: chartNotes,
  appointment: { ...chartMeetings, shape: 2 },
  appointment_series: chartMeetings,
  appointment_type: practiceFacts,
  assessment: chartNotes,
  availability_opening: practiceOffers,
  availability_period: practiceOffers,
  blocked_interval: ownFacts,
  booking_rules: practiceOffers,
  busy_time: { ...practiceOffers, clinical: false },
  cancellation_policy: practiceFacts,
  chart: chartNotes,
  chart_invite: { ...chartNotes, cls: 'access', roles: ['treating', 'supervisor', 'practice.owner'] },
  chart_person: {
    shape: 1,
    clinical: true,
    livesIn: ['person'],
    cls: 'contact',
    roles: [
      'person',
      'chart.treating',
      'chart.supervisor',
      'chart.scheduler',
      'chart.biller',
      'practice.scheduler',
      'practice.biller',
    ],
  },
  client_card: { ...chartMeetings, roles: [...meet, 'biller'] },
  client_info: { ...ownFacts, clinical: false },
  contact: practiceOffers,
  joining: ownFacts,
  license: ownFacts,
  member_profile: ownFacts,
  membership: {
    shape: 2,
    clinical: false,
    livesIn: ['chart', 'person', 'practice', 'talk'],
    cls: 'access',
    roles: ['treating', 'supervisor', 'owner', 'client', 'practice.owner'],
  },
  message: { shape: 1, clinical: false, livesIn: ['talk'], cls: 'partners', roles: ['partner'] },
  note: chartNotes,
  office_location: practiceFacts,
  orchid_pro_type: { ...ownFacts, clinical: false },
  person_proposal: {
    shape: 1,
    clinical: true,
    livesIn: ['person'],
    cls: 'contact',
    roles: ['person', 'chart.treating', 'chart.scheduler', 'practice.scheduler'],
  },
  practice: { ...practiceFacts, clinical: false },
  professional: { ...practiceFacts, clinical: false },
  professional_record: ownFacts,
  profile_photo: ownFacts,
  public_profile: { ...practiceFacts, clinical: false, roles: ['owner', 'professional'] },
  series_place: chartNotes,
  session_billing: {
    ...chartNotes,
    cls: 'billing',
    roles: ['treating', 'biller', 'practice.biller', 'client', 'guardian'],
  },
  session_office: chartMeetings,
  session_place: chartNotes,
  session_transfer: chartPlans,
  session_wish: { ...chartPlans, roles: [...plan, 'client', 'guardian'] },
  unavailability: practiceOffers,
  unplaced_session: chartPlans,
};

describe('[AC-1] each collection is sealed, lives and is read as it is said here', () => {
  it('the table names every collection, each under its own name', () => {
    expect([...registry.collections.keys()].toSorted()).toEqual(Object.keys(declared));
    for (const [name, collection] of registry.collections) expect(collection.name).toBe(name);
  });

  it.each(Object.entries(declared))('%s', (name, { cls, roles, ...rest }) => {
    const collection = registry.collections.get(name);
    const { shape, clinical, livesIn, readers } = collection ?? {};
    expect({ shape, clinical, livesIn }).toEqual(rest);
    expect(readers).toEqual(Object.fromEntries(roles.map((role) => [role, [cls]])));
  });
});

/** Of every collection, what those say that say it. */
function saidBy<Said>(of: (name: string) => Said | undefined): Readonly<Record<string, Said>> {
  return Object.fromEntries(
    [...registry.collections.keys()].flatMap((name) => {
      const said = of(name);
      return said === undefined ? [] : [[name, said] as const];
    }),
  );
}

describe('what few collections say', () => {
  it('these lift records of an older shape', () => {
    const lifted = saidBy((name) => registry.collections.get(name)?.upcast);
    expect(Object.entries(lifted).map(([name, steps]) => [name, Object.keys(steps)])).toEqual([
      ['appointment', ['1']],
      ['membership', ['1']],
    ]);
    expect(lifted['membership']?.[1]?.({ role: 'treating' })).toEqual({ role: 'treating' });
  });

  it('[EV-2] so often have their indexes changed', () => {
    const indexed = { appointment: 3, chart: 2, client_card: 2, note: 2 };
    expect(saidBy((name) => registry.collections.get(name)?.indexed)).toEqual(indexed);
  });

  it('[PH-1] of a photo alone no overwritten version is kept', () => {
    expect(saidBy((name) => registry.collections.get(name)?.keepsVersions)).toEqual({ profile_photo: false });
  });

  it('these lie with another record, found by their own id', () => {
    const lies = saidBy((name) => registry.collections.get(name)?.liesWith);
    const found = Object.entries(lies).map(([name, { collection, idOf }]) => [
      name,
      collection,
      idOf(`${rowOfPrefix[name]}.a1.2026-11-30`),
    ]);
    expect(found).toEqual([
      ['note', 'appointment', 'a1.2026-11-30'],
      ['series_place', 'appointment_series', 'a1.2026-11-30'],
      ['session_office', 'appointment', 'a1.2026-11-30'],
      ['session_place', 'appointment', 'a1.2026-11-30'],
      ['session_transfer', 'appointment', 'a1.2026-11-30'],
      ['session_wish', 'appointment', 'a1.2026-11-30'],
    ]);
  });

  const rowOfPrefix: Readonly<Record<string, string>> = {
    note: 'note',
    series_place: 'place',
    session_office: 'office',
    session_place: 'place',
    session_transfer: 'transfer',
    session_wish: 'wish',
  };

  it('[AC-7] a practice stands above all, a chart below its practice, a person below their chart', () => {
    const founds = saidBy((name) => registry.collections.get(name)?.founds);
    const named = Object.entries(founds).map(([name, { kind, parent }]) => [
      name,
      kind,
      parent?.({ chart_id: 'c1', practice_id: 'p1' }) ?? null,
    ]);
    expect(named).toEqual([
      ['chart_person', 'person', 'chart:c1'],
      ['client_card', 'chart', 'practice:p1'],
      ['practice', 'practice', null],
    ]);
    expect(founds['practice']?.parent).toBeNull();
  });

  it('days pass in the zone of a practice', () => {
    const zones = saidBy((name) => registry.collections.get(name)?.zone);
    expect(Object.keys(zones)).toEqual(['practice']);
    expect(zones['practice']?.({ zone: 'America/Denver', name: 'Elm' })).toBe('America/Denver');
  });

  it('a membership alone gives roles, and whom it names always reads it', () => {
    const always = saidBy((name) => registry.collections.get(name)?.alwaysReads);
    expect(Object.keys(always)).toEqual(['membership']);
    expect(always['membership']?.({ account: 'pro-1', role: 'treating' })).toBe('pro-1');
    const grants = saidBy((name) => registry.collections.get(name)?.grants);
    expect(Object.keys(grants)).toEqual(['membership']);
    expect(grants['membership']?.index).toBe('account');
    const given = { account: 'pro-1', role: 'supervisor', access: 'delegated', until: '2026-12-01' };
    const grantOf = (body: object) => grants['membership']?.of(body);
    expect(grantOf(given)).toEqual({
      account: 'pro-1',
      role: 'supervisor',
      until: '2026-12-01',
      hasEnded: false,
      isShared: true,
    });
    expect(grantOf({ ...given, access: 'own', ended: '2026-11-01T00:00:00.000Z' })).toMatchObject({
      hasEnded: true,
      isShared: false,
    });
  });
});

describe('how many ids a change makes', () => {
  const one = [
    'appointment.book',
    'appointment_series.book',
    'appointment_type.save',
    'availability_opening.save',
    'availability_period.save',
    'blocked_interval.save',
    'chart.create',
    'chart.invite',
    'contact.save',
    'note.addend',
    'orchid_pro_type.create',
    'unavailability.save',
  ];
  const made: Readonly<Record<string, number>> = {
    ...Object.fromEntries(one.map((each) => [each, 1])),
    'professional_record.save': 8,
  };

  it('these make one, a professional up to eight, and every other one none', () => {
    const makes = [...registry.mutators.values()].flatMap((each) => (each.makes === undefined ? [] : [each]));
    expect(Object.fromEntries(makes.map((each) => [each.name, each.makes]))).toEqual(made);
  });

  it('one is of builds of before, and made by no device any more', () => {
    const retired = [...registry.mutators.values()].filter((each) => each.isRetired !== undefined);
    expect(retired.map((each) => [each.name, each.isRetired])).toEqual([['appointment.create', true]]);
  });
});
