import * as v from 'valibot';
import { wordsIn } from './answer-words.ts';
import * as of from './change-args.ts';
import { ExpectedAvailability } from './expected-availability.ts';
import { ExpectedCharts } from './expected-charts.ts';
import { ExpectedStanding } from './expected-standing.ts';
import { ExpectedCalendar } from './expected-calendar.ts';
import { ExpectedClients } from './expected-clients.ts';
import { ExpectedOffices } from './expected-offices.ts';
import { ExpectedProfessionals } from './expected-professionals.ts';
import { ExpectedSeries } from './expected-series.ts';
import { ExpectedSeriesPlaces } from './expected-series-places.ts';
import { ExpectedRoles } from './expected-roles.ts';
import { ExpectedTransfers } from './expected-transfers.ts';
import { ExpectedWishes } from './expected-wishes.ts';
import { FieldWords } from './field-words.ts';
import { mayDo } from './literal-access.ts';

/** One change as the server says it was applied, in the order in which it was. */
export interface AppliedChange {
  readonly actor: string;
  /** When the server took it, as an ISO instant. */
  readonly receivedAt: string;
  readonly message: {
    readonly uid: string;
    readonly name: string;
    readonly args: unknown;
    readonly ctx: { readonly base: Readonly<Record<string, string>> };
  };
}

/** A session as a schedule begins with it. */
export interface StartSession {
  readonly id: string;
  readonly scope: string;
  readonly end: string;
}

export interface StartWorld {
  readonly roles: readonly { readonly account: string; readonly scope: string; readonly role: string }[];
  readonly sessions: readonly StartSession[];
  /** Names under which the practice knows its clinicians. */
  readonly names: ReadonlyMap<string, string>;
  /** Clinicians, and whether each has finished quick intake. */
  readonly intake: ReadonlyMap<string, boolean>;
  /** Ids of charts that are begun, by what the first person is called. */
  readonly chartIds?: ReadonlyMap<string, string>;
  /** Scopes of the charts of samples, by whose they are. */
  readonly samples?: ReadonlyMap<string, string>;
  /** What sessions of a series are called, by its id. */
  readonly series?: ReadonlyMap<string, string>;
}

export interface ExpectedSession extends StartSession {
  isCancelled: boolean;
}

export interface ExpectedNote {
  readonly fields: Map<string, FieldWords>;
  /** Every text that it ever had. */
  readonly everWritten: Set<string>;
  signedBy: string | null;
}

export interface ExpectedAddendum {
  readonly session: string;
  readonly text: string;
  readonly author: string;
}

/**
 * What a practice must look like after what was applied: a few lists, and the meaning of each change in plain words. It runs nothing of
 * the product. What should not have been applied at all is named in `wrongs`.
 */
export class ExpectedWorld {
  readonly roles: ExpectedRoles;
  readonly sessions: ReadonlyMap<string, ExpectedSession>;
  readonly notes = new Map<string, ExpectedNote>();
  readonly addenda: ExpectedAddendum[] = [];
  /** Who has opened a page of their own. */
  readonly openPages = new Set<string>();
  /** Where somebody said last that they live. */
  readonly cities = new Map<string, string>();
  /** What the practice was told of where its client lives, while it keeps something else. */
  toldCity: { readonly city: string; readonly answer?: 'taken' | 'kept' } | undefined;
  /** Where the practice has its client live. */
  keptCity: string | undefined;
  /** The photo that somebody chose last; empty: taken away. */
  readonly photos = new Map<string, string>();
  readonly professionals: ExpectedProfessionals;
  readonly charts: ExpectedCharts;
  readonly clients = new ExpectedClients();
  readonly calendar = new ExpectedCalendar();
  readonly standing = new ExpectedStanding();
  readonly transfers = new ExpectedTransfers();
  readonly series: ExpectedSeries;
  readonly offices = new ExpectedOffices();
  readonly seriesPlaces = new ExpectedSeriesPlaces();
  readonly wishes = new ExpectedWishes();
  readonly availability = new ExpectedAvailability();
  readonly wrongs: string[] = [];
  /** Changes that were applied twice. */
  readonly twice: string[] = [];
  /** Names under which the practice knows its clinicians. */
  readonly names: ReadonlyMap<string, string>;
  readonly #seen = new Set<string>();
  readonly #samples: ReadonlyMap<string, string>;

  constructor(start: StartWorld) {
    this.roles = new ExpectedRoles(start.roles);
    this.sessions = new Map(start.sessions.map((session) => [session.id, { ...session, isCancelled: false }]));
    this.names = start.names;
    this.#samples = start.samples ?? new Map();
    this.series = new ExpectedSeries(start.series ?? new Map());
    this.professionals = new ExpectedProfessionals(start.intake);
    const begun = new Set(start.roles.map(({ scope }) => scope));
    this.charts = new ExpectedCharts(begun, start.chartIds ?? new Map(), start.names);
  }

  apply(change: AppliedChange): void {
    const { actor, message } = change;
    const name = `${actor} ${message.uid}`;
    if (this.#seen.has(name)) this.twice.push(name);
    this.#seen.add(name);
    this.settle(Date.parse(change.receivedAt));
    const scope = this.#scopeOf(change);
    if (scope === undefined) this.wrongs.push(`${message.name} of ${actor} is about nothing that is there`);
    else if (!mayDo(message.name, this.#rolesFor(change, scope)))
      this.wrongs.push(`${message.name} by ${actor}, who may not, in ${scope}`);
    this.#take(change);
  }

  /** Who is in a chart for the sake of its sessions alone plans those that she holds. */
  #rolesFor({ actor, message: { name, args } }: AppliedChange, scope: string): readonly string[] {
    const roles = this.roles.of(actor, scope);
    const id = v.parse(of.placed, args).appointment_id;
    const isBooked = name === 'appointment.edit' && !isOfSeries(name, args);
    const holder = (isBooked ? this.calendar.clinicianOf(args) : undefined) ?? this.transfers.holderOf(id ?? '');
    const isOthers = id !== undefined && holder !== actor;
    return /^(appointment|session_office)\./.test(name) && isOthers
      ? roles.filter((role) => role !== 'scheduler')
      : roles;
  }

  #take(change: AppliedChange): void {
    const { actor, message } = change;
    switch (message.name) {
      case 'note.edit':
        return this.#edit(change);
      case 'note.choose':
        return this.#choose(change);
      case 'note.sign':
        return this.#sign(change);
      case 'note.addend': {
        const { appointment_id: session, text } = v.parse(of.addition, message.args);
        if (!this.notes.get(session)?.signedBy) this.wrongs.push(`${session}: added to, and not signed`);
        this.addenda.push({ session, text, author: actor });
        return undefined;
      }
      case 'appointment.book':
        this.wrongs.push(
          ...this.clients.booked(v.parse(of.booking, message.args).chart_id),
          ...this.calendar.book(message.args),
        );
        this.standing.book(message.args);
        return undefined;
      case 'appointment.edit':
        if (isOfSeries(message.name, message.args)) return this.#takeSeries(change);
        this.wrongs.push(...this.calendar.take(message.name, actor, message.args));
        return undefined;
      case 'appointment.mark_no_show':
      case 'session_place.say':
      case 'blocked_interval.save':
      case 'appointment_type.save':
        if (message.name === 'appointment.mark_no_show' && this.#sessionOf(message.args)?.isCancelled)
          this.wrongs.push('somebody did not come to a cancelled session');
        this.wrongs.push(...this.calendar.take(message.name, actor, message.args));
        if (message.name === 'appointment.mark_no_show') this.standing.miss(message.args);
        return undefined;
      case 'appointment.approve':
        this.wrongs.push(...this.standing.approve(message.args, this.#rolesOf(actor, message.args)));
        return undefined;
      case 'appointment.decide_fee':
        this.wrongs.push(...this.standing.decide(message.args));
        return undefined;
      case 'appointment.mark_held':
        this.wrongs.push(...this.standing.hold(message.args));
        return undefined;
      case 'availability_opening.save':
      case 'availability_period.save':
      case 'booking_rules.save':
      case 'unavailability.save':
        this.wrongs.push(...this.availability.take(message.name, actor, message.args));
        return undefined;
      case 'session_office.say':
      case 'series_office.say':
        this.offices.take(message.name, message.args);
        return undefined;
      case 'series_place.say':
        this.wrongs.push(...this.seriesPlaces.take(message.args));
        return undefined;
      case 'session_wish.ask':
      case 'session_wish.answer':
      case 'session_wish.withdraw':
        this.wrongs.push(...this.wishes.take(message.name, message.args));
        return undefined;
      case 'session_transfer.propose':
      case 'session_transfer.answer':
        return this.#transfer(change);
      case 'appointment_series.book':
      case 'appointment_series.cancel':
      case 'appointment_series.edit':
      case 'appointment_series.extend':
      case 'appointment_series.let_end':
      case 'appointment_series.restore':
      case 'unplaced_session.drop':
      case 'unplaced_session.place':
        return this.#takeSeries(change);
      case 'cancellation_policy.save':
        this.standing.agree(actor, message.args);
        return undefined;
      case 'chart.create':
        this.roles.give({ account: actor, scope: this.charts.take(actor, message.args), role: 'treating' });
        return undefined;
      case 'appointment.cancel':
        return this.#cancel(change);
      case 'appointment.restore': {
        const session = this.#sessionOf(message.args);
        if (session?.isCancelled) this.standing.restore(session.id);
        if (session) session.isCancelled = false;
        return undefined;
      }
      case 'membership.grant': {
        const { scope, account, role } = v.parse(of.given, message.args);
        if (account === actor) this.wrongs.push(`${actor} gave themselves ${role}`);
        this.roles.give({ account, scope, role });
        return undefined;
      }
      case 'membership.revoke': {
        const { scope, membership_id } = v.parse(of.ended, message.args);
        const account = accountIn(membership_id);
        // One that has ended already is ended no further: what was given since was not seen by who says this.
        if (this.roles.of(account, scope).includes(roleIn(membership_id))) this.roles.endAll(account, scope);
        if (!this.roles.isTreated(scope)) this.wrongs.push(`nobody treats in ${scope} any more`);
        return undefined;
      }
      case 'practice.give_role': {
        const { practice_id, account, role } = v.parse(of.roleGiven, message.args);
        if (account === actor) this.wrongs.push(`${actor} gave themselves ${role}`);
        this.roles.give({ account, scope: `practice:${practice_id}`, role });
        return undefined;
      }
      case 'practice.end_role': {
        const { practice_id, membership_id } = v.parse(of.roleEnded, message.args);
        const scope = `practice:${practice_id}`;
        this.roles.end({ account: accountIn(membership_id), scope, role: roleIn(membership_id) });
        return undefined;
      }
      case 'public_profile.set':
        if (v.parse(of.page, message.args).is_open) this.openPages.add(actor);
        else this.openPages.delete(actor);
        return undefined;
      case 'member_profile.save':
        if (actor !== 'member-1') this.wrongs.push(`${actor} is no member, and has a profile`);
        this.#say(actor, v.parse(of.saidOfOneself, message.args).home_city);
        return undefined;
      case 'profile_photo.set':
        this.photos.set(actor, v.parse(of.chosen, message.args).image);
        return undefined;
      case 'professional_record.save':
      case 'orchid_pro_type.create':
      case 'orchid_pro_type.update':
        if (message.name === 'professional_record.save') this.offices.move(message.args);
        this.wrongs.push(...this.professionals.take(actor, message.name, message.args));
        return undefined;
      case 'chart.merge':
        if (!this.roles.of(actor, `chart:${v.parse(of.merged, message.args).other_chart_id}`).includes('treating'))
          this.wrongs.push(`${actor} merged a chart of somebody else`);
        this.wrongs.push(...this.clients.take(message.name, actor, message.args));
        return undefined;
      case 'chart.set_status':
      case 'chart.archive':
      case 'chart.restore':
      case 'chart_person.edit':
      case 'contact.save':
      case 'client_info.save':
      case 'account.set_timezone':
        this.wrongs.push(...this.clients.take(message.name, actor, message.args));
        return undefined;
      case 'sample.seed':
      case 'sample.remove':
      case 'sample.bring_back':
        return this.#takeSample(change);
      case 'person_proposal.answer': {
        const { told, answer } = v.parse(of.answered, message.args);
        // What was told anew since then is answered by nobody yet.
        if (this.toldCity?.city !== told.home_city) return undefined;
        this.toldCity = { city: told.home_city, answer };
        if (answer === 'taken') this.keptCity = told.home_city;
        return undefined;
      }
      default:
        throw new Error(`nobody has written down what ${message.name} does`);
    }
  }

  #takeSeries({ message, receivedAt }: AppliedChange): void {
    const { name, uid, args } = message;
    if (name === 'appointment_series.book')
      this.wrongs.push(...this.clients.booked(v.parse(of.booking, args).chart_id));
    this.wrongs.push(...this.series.take(name, { uid, receivedAt, args }));
  }

  /** What time alone has done by then. */
  settle(nowMs: number): void {
    for (const account of this.clients.settle(nowMs))
      this.roles.end({ account, scope: this.#samples.get(account) ?? '', role: 'treating' });
  }

  #takeSample({ actor, receivedAt, message }: AppliedChange): void {
    const isNew = message.name === 'sample.seed' && !this.clients.hasSample(actor);
    this.wrongs.push(...this.clients.takeSample(message.name, actor, Date.parse(receivedAt)));
    if (isNew) this.roles.give({ account: actor, scope: this.#samples.get(actor) ?? '', role: 'treating' });
  }

  #say(actor: string, city: string): void {
    this.cities.set(actor, city);
    if (city === this.keptCity) this.toldCity = undefined;
    else if (city !== this.toldCity?.city) this.toldCity = { city };
  }

  #edit({ message }: AppliedChange): void {
    const { appointment_id, answers } = v.parse(of.edit, message.args);
    const note = this.#draft(appointment_id, message.name);
    for (const [field, given] of Object.entries(answers)) {
      const text = wordsIn(given);
      fieldOf(note, field).type({ uid: message.uid, text }, message.ctx.base[field] ?? '');
      note.everWritten.add(text);
    }
  }

  #choose({ message }: AppliedChange): void {
    const { appointment_id, field, value, seen } = v.parse(of.choice, message.args);
    const note = this.#draft(appointment_id, message.name);
    fieldOf(note, field).choose({ uid: message.uid, text: wordsIn(value) }, seen);
  }

  /** Signed is what one person wrote or chose, of a session that took place and is over, under the signer's own name. */
  #sign({ actor, receivedAt, message }: AppliedChange): void {
    const { appointment_id, name, seen } = v.parse(of.signature, message.args);
    const note = this.#draft(appointment_id, message.name);
    const session = this.sessions.get(appointment_id);
    if (session?.isCancelled) this.wrongs.push(`${appointment_id}: signed, and cancelled`);
    if (session && session.end > receivedAt) this.wrongs.push(`${appointment_id}: signed before it ended`);
    if (this.names.get(actor) !== name) this.wrongs.push(`${appointment_id}: signed as ${name} by ${actor}`);
    for (const [field, words] of note.fields) {
      if (words.texts.size > 1) this.wrongs.push(`${appointment_id}: signed with two versions of ${field}`);
      if (!words.has(seen[field] ?? '')) this.wrongs.push(`${appointment_id}: signed, and ${field} was not on screen`);
    }
    note.signedBy = actor;
  }

  #rolesOf(actor: string, args: unknown): readonly string[] {
    return this.roles.of(actor, this.#sessionOf(args)?.scope ?? '');
  }

  #cancel({ actor, message, receivedAt }: AppliedChange): void {
    const session = this.#sessionOf(message.args);
    if (!session || session.isCancelled) return;
    this.wrongs.push(...this.standing.cancel(message.args, this.#rolesOf(actor, message.args)));
    if (this.notes.get(session.id)?.signedBy && session.end <= receivedAt)
      this.wrongs.push(`${session.id}: cancelled, and signed`);
    session.isCancelled = true;
  }

  #transfer({ actor, message, receivedAt }: AppliedChange): void {
    const scope = this.#sessionOf(message.args)?.scope ?? '';
    const rolesOf = (account: string): readonly string[] => this.roles.of(account, scope);
    const holdsBooked = (account: string): boolean => this.calendar.isHeldBy(account, scope);
    const at = { actor, scope, rolesOf, receivedAt, holdsBooked };
    const { wrong, ended, took } = this.transfers.take(message.name, message.args, at);
    this.wrongs.push(...wrong, ...(took ? this.calendar.overBlocks(took) : []));
    if (ended !== undefined) this.roles.end({ account: ended, scope, role: 'scheduler' });
  }

  #draft(session: string, change: string): ExpectedNote {
    const note: ExpectedNote = this.notes.get(session) ?? { fields: new Map(), everWritten: new Set(), signedBy: null };
    this.notes.set(session, note);
    if (note.signedBy !== null) this.wrongs.push(`${change}: ${session} is signed`);
    return note;
  }

  #sessionOf(args: unknown): ExpectedSession | undefined {
    return this.sessions.get(v.parse(of.ofSession, args).appointment_id);
  }

  /** Where a change is made. */
  #scopeOf({ actor, message: { args, name } }: AppliedChange): string | undefined {
    if (ofOneself.has(name)) return `account:${actor}`;
    if (isOfSeries(name, args)) return this.series.scopeOf(args);
    if (name === 'appointment.edit') return this.calendar.scopeOf(args);
    const { scope, chart_id, practice_id, appointment_id } = v.parse(of.placed, args);
    if (scope !== undefined) return scope;
    if (chart_id !== undefined) return `chart:${chart_id}`;
    if (practice_id !== undefined) return `practice:${practice_id}`;
    return this.sessions.get(appointment_id ?? '')?.scope;
  }
}

/** Of a session that repeats, its id says so. */
function isOfSeries(name: string, args: unknown): boolean {
  if (/^(appointment_series|series_office|series_place|unplaced_session)\./.test(name)) return true;
  return name === 'appointment.edit' && v.parse(of.ofSession, args).appointment_id.startsWith('appointment.');
}

/** Changes whose arguments name nobody. */
const ofOneself: ReadonlySet<string> = new Set([
  'member_profile.save',
  'profile_photo.set',
  'professional_record.save',
  'orchid_pro_type.create',
  'orchid_pro_type.update',
  'client_info.save',
  'account.set_timezone',
  'sample.seed',
  'sample.remove',
  'sample.bring_back',
]);

/** A membership is named by where, who and as what. */
function accountIn(membership: string): string {
  return membership.split('.')[2] ?? '';
}

function roleIn(membership: string): string {
  return membership.split('.')[3] ?? '';
}

function fieldOf(note: ExpectedNote, field: string): FieldWords {
  const words = note.fields.get(field) ?? new FieldWords();
  note.fields.set(field, words);
  return words;
}
