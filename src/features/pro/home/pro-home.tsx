import { Link } from '@tanstack/react-router';
import { isOff } from '../../../../sync/domain/session-windows.ts';
import { chartIdOf } from '../../../model/clients/client-name.ts';
import { noteOffer } from '../../../model/notes/note-offer.ts';
import { noteState } from '../../../model/sessions/session-words.ts';
import { deviceManner } from '../../../lib/device-manner.ts';
import { zoneIfElsewhere } from '../../../lib/device-elsewhere.ts';
import { clockTime, dateIn, duration, longDay, minutesBetween } from '../../../lib/time.ts';
import { useMe, useWaitsForApproval } from '../../../model/people/use-account.ts';
import { useNow } from '../../../lib/use-now.ts';
import { AskedOfMe } from '../../../model/sessions/asked-of-me.tsx';
import { NobodyShown } from '../../../model/sessions/nobody-shown.tsx';
import { counted, countWords, standing } from '../../../model/sessions/session-count.ts';
import { ClinicianChoice } from '../../../model/people/clinician-choice.tsx';
import { UnplacedSessions } from '../../../model/sessions/unplaced-sessions.tsx';
import { useSchedule } from '../../../model/sessions/use-schedule.ts';
import { useWorkKind } from '../../../model/people/use-work-kind.ts';
import { readsClinical, useRoles } from '../../../model/people/use-roles.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useCountedStatus } from '../../../model/work/use-counted-status.ts';
import { StatusWord } from '../../../ui/status-word.tsx';
import { AskedToMove } from './asked-to-move.tsx';
import { EndingSeries } from './ending-series.tsx';
import { FirstSteps } from './first-steps.tsx';
import { HappeningWord } from './happening-word.tsx';
import { NotesToFinish } from './notes-to-finish.tsx';
import { UnsaidSessions } from './unsaid-sessions.tsx';
import styles from './pro-home.module.css';

/** Today in one look: what comes next, what is left to write, what needs a person. */
export function ProHome() {
  const { sub, zone } = useMe();
  const kind = useWorkKind();
  const now = useNow();
  const status = useCountedStatus();
  const waits = useWaitsForApproval();
  const today = dateIn(now, zone);
  const elsewhere = zoneIfElsewhere(zone, now);
  const { sessions: all, nameOf, noteOf, isShared, clinicians, everybodys } = useSchedule(today, 1);
  const reading = all === null;
  const sessions = standing(all ?? []);
  const left = sessions.filter((one) => one.body.end > now && !isOff(one.body));
  const others = standing(everybodys).length - sessions.length;
  const next = left[0];
  const roles = useRoles(next?.scope ?? null);
  const isOwn = next?.body.clinician === sub;
  const offer = next ? noteOffer(noteOf(next)?.body, roles, isOwn) : null;

  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{longDay(today, today)}</h1>
        {reading ? null : (
          // Told anew when others are chosen.
          <output className={styles.sentence}>
            {kind === 'owner' ? ownerSentence : daySentence(counted(sessions).length, counted(left).length)}
          </output>
        )}
        {elsewhere === null ? null : <p className={styles.soft}>Times are in {elsewhere}.</p>}
        {clinicians && all ? (
          <div className={styles.whoseChoice}>
            <ClinicianChoice clinicians={clinicians} count={countWords(sessions, standing(everybodys))} />
          </div>
        ) : null}
      </header>
      {waits ? (
        <Notice tone="wait">
          Your registration is being looked at: until it is approved, inviting clients and putting up a page of your own
          wait, and everything else works.
        </Notice>
      ) : null}
      {status.attention > 0 ? (
        <Notice
          tone="need"
          title={status.attention === 1 ? '1 change needs attention' : `${status.attention} changes need attention`}
          actions={
            <Link to="/pro-dashboard/sync" className={buttonClass()}>
              See what was kept
            </Link>
          }
        >
          {status.attention === 1
            ? 'It was refused. Its content is kept on this device until you decide.'
            : 'They were refused. Their content is kept on this device until you decide.'}
        </Notice>
      ) : null}
      {kind === 'clinician' ? <AskedOfMe /> : null}
      {kind === 'clinician' || kind === 'desk' ? <AskedToMove /> : null}
      {kind === 'clinician' ? <UnsaidSessions /> : null}
      {kind === 'clinician' || kind === 'desk' ? <UnplacedSessions /> : null}
      {kind === 'clinician' ? <EndingSeries /> : null}
      {reading ? <Skeleton lines={4} label="Opening the day" /> : null}
      <div className={styles.columns}>
        {next ? (
          <section className={styles.next} aria-label="Next session">
            <p className={styles.kicker}>
              {next.body.start <= now
                ? `Now, ${duration(Math.max(1, minutesBetween(now, next.body.end)))} left`
                : `Next, in ${duration(Math.max(1, minutesBetween(now, next.body.start)))}`}
            </p>
            <h2 className={styles.nextName}>
              <span className={styles.nextTime}>{clockTime(next.body.start, zone)}</span>{' '}
              <PersonName name={nameOf(next)} />
            </h2>
            <p className={styles.soft}>
              {next.body.appointment_type_label}
              {isOwn ? null : (
                <>
                  {' · '}
                  <PersonName name={next.body.clinician_name} />
                </>
              )}
            </p>
            <div className={styles.actions}>
              {offer === null ? null : (
                <Link
                  to="/pro-dashboard/sessions/$appointmentId/note"
                  params={{ appointmentId: next.id }}
                  className={buttonClass('primary')}
                >
                  {offer}
                </Link>
              )}
              <Link
                to="/pro-dashboard/patient-charts/$chartId"
                params={{ chartId: chartIdOf(next) }}
                className={buttonClass()}
              >
                {readsClinical(roles, isOwn) ? 'Open chart' : 'Open client'}
              </Link>
            </div>
          </section>
        ) : null}
        {next === undefined && kind === 'clinician' ? <FirstSteps /> : null}
        {kind === 'clinician' ? <NotesToFinish zone={zone} today={today} /> : null}
        <div className={styles.today}>
          {sessions.length > 0 ? (
            <section aria-label="Today">
              <div className={styles.listHead}>
                <h2>Today</h2>
                <Link to="/pro-dashboard/schedule" className={styles.more}>
                  Open calendar
                </Link>
              </div>
              <ol className={styles.list} data-hours={deviceManner().hours}>
                {sessions.map((one) => {
                  const written = noteState(noteOf(one), one.body, now);
                  return (
                    <li key={one.id}>
                      <Link
                        to="/pro-dashboard/schedule/$appointmentId"
                        params={{ appointmentId: one.id }}
                        className={styles.row}
                        data-past={one.body.end <= now ? '' : undefined}
                      >
                        <span className={styles.time}>{clockTime(one.body.start, zone)}</span>
                        <span className={styles.name}>
                          <PersonName name={nameOf(one)} />
                        </span>
                        {isShared ? (
                          <span className={styles.whose}>
                            <PersonName name={one.body.clinician_name} />
                          </span>
                        ) : null}
                        <HappeningWord session={one.body} now={now} />
                        {written ? (
                          <StatusWord tone={written.tone} icon={written.icon}>
                            {written.word}
                          </StatusWord>
                        ) : null}
                      </Link>
                    </li>
                  );
                })}
              </ol>
            </section>
          ) : reading ? null : clinicians && others > 0 ? (
            <NobodyShown clinicians={clinicians} others={others} days="today" />
          ) : (
            <p>
              <Link to="/pro-dashboard/schedule" className={buttonClass()}>
                Open calendar
              </Link>
            </p>
          )}
        </div>
      </div>
    </div>
  );
}

const ownerSentence =
  'You run this practice. Sessions and charts are open to those who treat or plan, so none are on this device.';

function daySentence(all: number, left: number): string {
  if (all === 0) return 'No sessions today.';
  if (left === 0) return all === 1 ? 'Today’s session is over.' : `All ${all} sessions are over.`;
  if (left === all) return all === 1 ? 'One session today.' : `${all} sessions today.`;
  return left === 1 ? 'One more session today.' : `${left} more sessions today.`;
}
