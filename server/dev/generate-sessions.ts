import { Temporal } from 'temporal-polyfill';
import type { Appointment } from '../../sync/collections/appointment.ts';
import { chartScope, classes } from '../../sync/collections/classes.ts';
import { toInstant } from '../../sync/core/instant.ts';
import { noteRecord, type GeneratedSession } from './generate-notes.ts';
import {
  practiceZone,
  type Chart,
  type DemoDay,
  type GeneratedAccount,
  type GeneratedRecord,
  type PracticeSize,
} from './practice-types.ts';
import type { Seeded } from './seeded.ts';

/** Starts of a working day, with the gaps that a day has. */
const dayStarts = ['09:00', '10:00', '11:15', '13:00', '14:00', '15:15', '16:30', '17:30'] as const;
const weekendStarts = ['10:00', '11:15', '13:00', '14:00'] as const;
const labels = [
  'Individual session',
  'Individual session',
  'Individual session',
  'Follow-up',
  'Initial assessment',
] as const;

/** So many of the last sessions have no note where tests look, on whatever weekday and hour they run. */
const openForTests = 6;

/** One clinician's sessions on weekdays, with the notes and questionnaires that followed. */
export function sessionRecords(
  seeded: Seeded,
  context: {
    pro: GeneratedAccount;
    charts: readonly Chart[];
    practiceId: string;
    anchor: string;
    size: PracticeSize;
    day: DemoDay;
  },
): GeneratedRecord[] {
  const { size, anchor, charts } = context;
  const active = charts.filter((chart) => chart.isActive);
  const today = Temporal.Instant.from(anchor).toZonedDateTimeISO(practiceZone).toPlainDate();
  const rows: GeneratedRecord[] = [];
  let sessions = 0;
  let notes = 0;
  let open = 0;
  let assessments = 0;
  let turn = 0;
  // Newest days first, so that exact counts leave out the oldest and never today.
  for (
    let day = today.add({ months: size.monthsAhead });
    Temporal.PlainDate.compare(day, today.subtract({ months: size.monthsBack })) >= 0;
    day = day.subtract({ days: 1 })
  ) {
    const isToday = day.equals(today);
    if (day.dayOfWeek > 5 && !isToday) continue;
    const starts = isToday
      ? todayStarts(context.day, anchor)
      : pickStarts(seeded, size.sessionsPerDay).map((time) => `${day.toString()}T${time}`);
    for (const start of starts) {
      if (sessions >= (size.appointments ?? Infinity)) break;
      // Who waits or has left has a past here at most.
      const isAhead = Temporal.PlainDate.compare(day, today) >= 0;
      const pool = isAhead ? active : charts;
      const chart = pool[turn % pool.length];
      turn += 1;
      if (!chart) continue;
      const session = appointmentRecord(seeded, { ...context, chart, start, canCancel: !isToday });
      rows.push(session.record);
      sessions += 1;
      if (session.body.end > anchor || session.body.status !== 'booked') continue;
      const ageDays = (Date.parse(anchor) - Date.parse(session.body.end)) / 86_400_000;
      const isWritten =
        (size.notes === undefined
          ? !isToday && (ageDays > 4 || seeded.next() < 0.7)
          : notes < size.notes && !isToday) && !(context.day === 'now' && open < openForTests);
      if (!isWritten) open += 1;
      if (isWritten) {
        rows.push(noteRecord(seeded, { session, pro: context.pro, isSigned: ageDays > 3 || seeded.next() < 0.5 }));
        notes += 1;
      }
      const takesAssessment = size.assessments === undefined ? seeded.next() < 0.3 : assessments < size.assessments;
      if (takesAssessment) {
        rows.push(assessmentRecord(seeded, session));
        assessments += 1;
      }
    }
  }
  return rows;
}

/**
 * Today as somebody sees it who looks at the demo: a working day, shorter at the weekend, of which part is over, or none, or
 * all. `now`: two sessions have ended without a note and one is on or next, whenever that is.
 */
function todayStarts(day: DemoDay, anchor: string): readonly string[] {
  const now = Temporal.Instant.from(anchor).toZonedDateTimeISO(practiceZone);
  const clock = now.toPlainTime().toString().slice(0, 5);
  const date = now.toPlainDate().toString();
  if (day === 'ordinary') return (now.dayOfWeek > 5 ? weekendStarts : dayStarts).map((time) => `${date}T${time}`);
  if (clock >= '10:55' && clock <= '17:20') return dayStarts.map((time) => `${date}T${time}`);
  const rounded = now.subtract({ minutes: now.minute % 5 });
  return [-150, -80, -10, 60, 130].map((minutes) => rounded.add({ minutes }).toPlainDateTime().toString().slice(0, 16));
}

function pickStarts(seeded: Seeded, count: number): readonly string[] {
  const all = [...dayStarts];
  while (all.length > count) all.splice(seeded.below(all.length), 1);
  return all;
}

function appointmentRecord(
  seeded: Seeded,
  context: {
    pro: GeneratedAccount;
    chart: Chart;
    practiceId: string;
    /** Local date and time. */
    start: string;
    anchor: string;
    canCancel: boolean;
  },
): GeneratedSession {
  const local = Temporal.PlainDateTime.from(context.start).toZonedDateTime(practiceZone);
  const startMs = local.epochMilliseconds;
  const chance = seeded.next();
  const status =
    context.canCancel && chance < 0.05
      ? 'cancelled_patient'
      : context.canCancel && chance < 0.07 && startMs < Date.parse(context.anchor)
        ? 'cancelled_pro_no_join'
        : 'booked';
  const body: Appointment = {
    appointment_type_label: context.chart.isCouple ? 'Couple session' : seeded.pick(labels),
    status,
    local_start: context.start,
    zone: practiceZone,
    minutes: 50,
    start: toInstant(startMs),
    end: toInstant(startMs + 50 * 60_000),
    clinician: context.pro.sub,
    clinician_name: context.pro.display_name,
    practice_id: context.practiceId,
    place: seeded.next() < 0.6 ? 'office_location' : 'telehealth',
    modify_datetime: toInstant(Math.min(startMs, Date.parse(context.anchor)) - 7 * 86_400_000),
  };
  const scope = chartScope(context.chart.id);
  return {
    record: {
      collection: 'appointment',
      id: seeded.id(),
      scope,
      cls: classes.scheduling,
      body,
      fields: ['start', 'status'],
    },
    body,
  };
}

function assessmentRecord(seeded: Seeded, session: GeneratedSession): GeneratedRecord {
  const instrument = seeded.next() < 0.6 ? 'PHQ-9' : 'GAD-7';
  const level = seeded.below(3);
  const answers = Array.from({ length: instrument === 'PHQ-9' ? 9 : 7 }, () => Math.min(3, seeded.below(level + 2)));
  const body = { instrument, answers, taken: session.body.start, appointment_id: session.record.id };
  return {
    collection: 'assessment',
    id: seeded.id(),
    scope: session.record.scope,
    cls: classes.careTeam,
    body,
    fields: [],
  };
}
