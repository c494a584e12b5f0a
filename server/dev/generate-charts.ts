import * as v from 'valibot';
import { chartScope, classes, personScope, talkScope } from '../../sync/collections/classes.ts';
import { clientCard } from '../../sync/collections/client-card.ts';
import { toBase64Url } from '../../sync/core/base64url.ts';
import { toInstant } from '../../sync/core/instant.ts';
import { memberHome } from './member-home.ts';
import { membershipRecord } from './membership-record.ts';
import { fillSlots } from './fill-slots.ts';
import { familyNames, givenNames, nicknames } from './names.ts';
import {
  practiceZone,
  type Chart,
  type GeneratedAccount,
  type GeneratedRecord,
  type PracticeSize,
} from './practice-types.ts';
import type { Seeded } from './seeded.ts';

/** A chart: who has access, who the client is, and why they came. */
export function chartRecords(
  seeded: Seeded,
  context: { chart: Chart; practiceId: string; anchor: string; member: GeneratedAccount | null; size: PracticeSize },
): GeneratedRecord[] {
  const { chart, member } = context;
  const scope = chartScope(chart.id);
  const given = member?.first_name ?? seeded.pick(givenNames);
  const family = member?.last_name ?? seeded.pick(familyNames);
  // Before the first session of any: a day's work does not begin in the middle of a treatment.
  const daysAgo = context.size.monthsBack * 31 + seeded.below(90);
  const opened = toInstant(Date.parse(context.anchor) - daysAgo * 86_400_000);
  const rows = [membershipRecord(scope, chart.clinician, { role: 'treating', from: opened })];
  if (member) rows.push(membershipRecord(scope, member, { role: 'client', from: opened }));
  const status = chart.isActive ? 'active' : seeded.pick(['waitlist', 'inactive', 'discharged'] as const);
  const firstName = chart.isCouple ? `${given} and ${partnerOf(seeded, given)}` : given;
  const nickname = chart.isCouple || member ? undefined : nicknames[given];
  rows.push(
    {
      collection: 'client_card',
      id: chart.id,
      scope,
      cls: classes.scheduling,
      body: {
        first_name: firstName,
        last_name: family,
        ...(seeded.next() < 0.5 && nickname !== undefined ? { preferred_first_name: nickname } : {}),
        dob: `${1950 + seeded.below(55)}-${String(1 + seeded.below(12)).padStart(2, '0')}-${String(1 + seeded.below(28)).padStart(2, '0')}`,
        phone_number: `(555) 01${seeded.below(10)}-${String(seeded.below(10_000)).padStart(4, '0')}`,
        timezone:
          seeded.next() < 0.85
            ? practiceZone
            : seeded.pick(['America/Chicago', 'America/Los_Angeles', 'Europe/Berlin']),
        practice_id: context.practiceId,
        ...(member ? { cognito_sub: member.sub } : {}),
      },
      fields: [],
    },
    {
      collection: 'chart',
      id: chart.id,
      scope,
      cls: classes.careTeam,
      body: {
        patient_type: chart.isCouple ? 'couple' : 'individual',
        client_status: status,
        presenting_problem: fillSlots(seeded, 'Came because of {topic}, {trend} since {event}.'),
        opened,
        practice_id: context.practiceId,
      },
      fields: [],
    },
  );
  if (context.size.isWhole === true) rows.push(...peopleOf(chart, rows, { member, opened, anchor: context.anchor }));
  return rows;
}

/**
 * The people of a chart, each in a scope of their own: as the card says, with the phone of the first, and of some couples each by
 * a last name of their own. A client with an account reads their own. Draws nothing from the seed's stream.
 */
function peopleOf(
  chart: Chart,
  rows: readonly GeneratedRecord[],
  {
    member,
    opened,
    anchor,
  }: { readonly member: GeneratedAccount | null; readonly opened: string; readonly anchor: string },
): readonly GeneratedRecord[] {
  const body = rows.find(({ collection }) => collection === 'client_card')?.body;
  const { first_name, practice_id: _practice, timezone: _zone, ...card } = v.parse(clientCard.body, body);
  return first_name.split(' and ').flatMap((name, index) => {
    const id = `${chart.id}.${index + 1}`;
    const scope = personScope(id);
    const known = index === 0 ? card : { last_name: otherLastName(chart.id, card.last_name) };
    const person = { collection: 'chart_person', id, scope, cls: classes.contact, fields: [] };
    const own = { ...person, body: { ...known, chart_id: chart.id, first_name: name } };
    if (!member || index > 0) return [own];
    const said = Object.entries(memberHome).map(([fact, value]) => [fact, { value, at: anchor }]);
    const told = {
      ...person,
      collection: 'person_proposal',
      body: { chart_id: chart.id, told: Object.fromEntries(said) },
    };
    return [own, membershipRecord(scope, member, { role: 'person', from: opened }), told];
  });
}

/** What the other one of a couple is called: in every second chart as the first is. Draws nothing from the seed's stream. */
function otherLastName(chartId: string, first: string): string {
  const sum = Array.from(chartId, (letter) => letter.codePointAt(0) ?? 0).reduce((total, code) => total + code, 0);
  const others = familyNames.filter((name) => name !== first);
  return sum % 2 === 0 ? first : (others[sum % others.length] ?? first);
}

/** The other one of a couple: never a namesake. */
function partnerOf(seeded: Seeded, given: string): string {
  return seeded.pick(givenNames.filter((name) => name !== given));
}

/** Opaque messages of every chart's conversation, spread over the practice's past. */
export function messageRecords(
  seeded: Seeded,
  context: { charts: readonly Chart[]; clinician: GeneratedAccount; anchor: string; size: PracticeSize },
): GeneratedRecord[] {
  const { size, charts, clinician } = context;
  if (size.messages === 0) return [];
  const rows: GeneratedRecord[] = charts.map((chart) => {
    const scope = talkScope(chart.id);
    return membershipRecord(scope, clinician, { role: 'partner', from: context.anchor });
  });
  const spanMs = size.monthsBack * 30 * 86_400_000;
  for (let index = 0; index < size.messages; index += 1) {
    const chart = charts[index % charts.length];
    if (!chart) continue;
    const at = toInstant(Date.parse(context.anchor) - Math.floor((spanMs * (index + seeded.next())) / size.messages));
    const sealed = toBase64Url(Uint8Array.from({ length: 256 + 40 }, () => seeded.below(256)));
    const sender = seeded.next() < 0.5 ? clinician.sub : chart.id;
    rows.push({
      collection: 'message',
      id: seeded.id(),
      scope: talkScope(chart.id),
      cls: classes.partners,
      body: { sender, messageTimetoken: at, sealed },
      fields: [],
    });
  }
  return rows;
}
