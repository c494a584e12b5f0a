import { Clock3 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { lazySheet } from '../../../forms/lazy-sheet.tsx';
import { loadAgain } from '../../../lib/load-again.ts';
import { useClient, useSub } from '../../../lib/client-context.ts';
import { dateIn, zoneName } from '../../../lib/time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { useProfessional } from '../../../model/profile/use-professional.ts';
import { useAvailability } from '../../../model/sessions/use-availability.ts';
import { useSessionTypes } from '../../../model/sessions/use-session-types.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatusWord } from '../../../ui/status-word.tsx';
import { removeSaid, type Said } from './availability-acts.ts';
import type { AvailabilitySheetProps } from './availability-sheet.tsx';
import { awayWords, dayWords, hoursWords, offerWords, weekOrder } from './availability-words.ts';
import { ruleNames, rulesWords, ruleWords } from './booking-rules-form.ts';
import type { BookingRulesSheetProps } from './booking-rules-sheet.tsx';
import type { OpeningSheetProps } from './opening-sheet.tsx';
import { useUndoBar } from './undo-bar.tsx';
import type { UnavailabilitySheetProps } from './unavailability-sheet.tsx';
import { whenWords } from './words.ts';
import styles from './availability-page.module.css';

const AvailabilitySheet = lazySheet<AvailabilitySheetProps>(
  'Weekly hours',
  loadAgain(
    () => import('./availability-sheet.tsx'),
    (module) => module.AvailabilitySheet,
  ),
);
const OpeningSheet = lazySheet<OpeningSheetProps>(
  'Open a time once',
  loadAgain(
    () => import('./opening-sheet.tsx'),
    (module) => module.OpeningSheet,
  ),
);
const UnavailabilitySheet = lazySheet<UnavailabilitySheetProps>(
  'Time away',
  loadAgain(
    () => import('./unavailability-sheet.tsx'),
    (module) => module.UnavailabilitySheet,
  ),
);
const BookingRulesSheet = lazySheet<BookingRulesSheetProps>(
  'How free times are found',
  loadAgain(
    () => import('./booking-rules-sheet.tsx'),
    (module) => module.BookingRulesSheet,
  ),
);

/** So many days ahead are listed: as far as anybody can be booked. */
const listedDays = 730;

type Opened = Said | { readonly kind: 'new period' | 'new opening' | 'new away' | 'rules' };

/** [S-032, C-034, C-036] When a clinician can be booked: her weeks, openings, days away and rules; works without a network. */
export function AvailabilityPage() {
  const client = useClient();
  const sub = useSub();
  const { zone, practiceId, displayName } = useMe();
  const today = dateIn(useNow(), zone);
  const said = useAvailability(sub, { date: today, days: listedDays, zone });
  const types = useSessionTypes(sub) ?? [];
  const offices = useProfessional()?.locations ?? [];
  const [sheet, setSheet] = useState<Opened | null>(null);
  const { bar, tell } = useUndoBar();
  const add = (
    <Button tone="primary" onClick={() => setSheet({ kind: 'new period' })}>
      Add weekly hours
    </Button>
  );
  /** `full`: the name where its day does not stand above it. */
  const rowOf = (one: Said, name: string, more: string | null, full = name, gone = `${name} is taken out.`) => (
    <Row
      key={one.record.id}
      name={name}
      full={full}
      more={more}
      isPending={one.record.pending}
      onChange={() => setSheet(one)}
      onRemove={() => void removeSaid(one, gone, { client, owner: sub, practiceId }).then((done) => tell(done))}
    />
  );
  const close = (): void => setSheet(null);
  const periods = said?.periods ?? [];
  const days = weekOrder.filter((day) => periods.some(({ body }) => body.weekday === day));
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>Availability</h1>
        {periods.length > 0 ? add : null}
        <p className={styles.lead}>
          When you can be booked. Free times are offered within it; you and your front desk can book beside it by hand.
          Times are in {zoneName(zone)}.
        </p>
      </header>
      {practiceId === '' && displayName !== '' ? (
        <EmptyState title="You belong to no practice yet">
          When you can be booked is told to those who book in a practice.
        </EmptyState>
      ) : said === null ? (
        <Skeleton lines={6} label="Opening your availability" />
      ) : (
        <>
          <Part title="Weekly hours">
            {periods.length === 0 ? (
              <EmptyState title="No weekly hours yet" action={add}>
                Once you have said when you work, a booking offers your next free times.
              </EmptyState>
            ) : (
              <ul className={styles.week} aria-label="Weekly hours">
                {days.map((day) => (
                  <li key={day} className={styles.day}>
                    <h3 className={styles.dayName}>{dayWords(day)}</h3>
                    <ul className={styles.rows} aria-label={dayWords(day)}>
                      {periods
                        .filter(({ body }) => body.weekday === day)
                        .map((record) => {
                          const { body } = record;
                          const where = body.zone === zone ? null : zoneName(body.zone);
                          const also = [offerWords(body, { types, offices }), where].filter((part) => part !== null);
                          const full = `${dayWords(day)}, ${hoursWords(body)}`;
                          return rowOf(
                            { kind: 'period', record },
                            hoursWords(body),
                            also.length === 0 ? null : also.join(' · '),
                            full,
                            `${full}, is taken out.`,
                          );
                        })}
                    </ul>
                  </li>
                ))}
              </ul>
            )}
          </Part>
          <Part
            title="Away"
            lead="Days on which no free times are offered. Your practice sees that you are away, not why."
            act={<Button onClick={() => setSheet({ kind: 'new away' })}>Add time away</Button>}
          >
            <List label="Away" none="No time away is planned.">
              {said.away
                .filter(({ body }) => body.to_date >= today)
                .map((record) => rowOf({ kind: 'away', record }, awayWords(record.body, today), null))}
            </List>
          </Part>
          <Part
            title="Open once"
            lead="A time beside your weekly hours, on one day."
            act={<Button onClick={() => setSheet({ kind: 'new opening' })}>Open a time once</Button>}
          >
            <List label="Open once" none="No such time is to come.">
              {said.openings.map((record) =>
                rowOf(
                  { kind: 'opening', record },
                  whenWords(record.body, zone, today),
                  offerWords(record.body, { types, offices }),
                ),
              )}
            </List>
          </Part>
          <Part
            title="How free times are found"
            act={<Button onClick={() => setSheet({ kind: 'rules' })}>Change rules</Button>}
          >
            <dl className={styles.rules}>
              {ruleNames.map((name) => (
                <div key={name}>
                  <dt>{rulesWords[name]}</dt>
                  <dd>{ruleWords(name, said.rules[name])}</dd>
                </div>
              ))}
            </dl>
          </Part>
        </>
      )}
      {sheet?.kind === 'period' || sheet?.kind === 'new period' ? (
        <AvailabilitySheet period={sheet.kind === 'period' ? sheet.record : null} tell={tell} onClose={close} />
      ) : null}
      {sheet?.kind === 'opening' || sheet?.kind === 'new opening' ? (
        <OpeningSheet opening={sheet.kind === 'opening' ? sheet.record : null} tell={tell} onClose={close} />
      ) : null}
      {sheet?.kind === 'away' || sheet?.kind === 'new away' ? (
        <UnavailabilitySheet away={sheet.kind === 'away' ? sheet.record : null} tell={tell} onClose={close} />
      ) : null}
      {sheet?.kind === 'rules' ? <BookingRulesSheet tell={tell} onClose={close} /> : null}
      {bar}
    </div>
  );
}

interface PartProps {
  readonly title: string;
  readonly lead?: string;
  readonly act?: ReactNode;
  readonly children: ReactNode;
}

function Part({ title, lead, act, children }: PartProps) {
  return (
    <section className={styles.part}>
      <header className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {act}
      </header>
      {lead === undefined ? null : <p className={styles.partLead}>{lead}</p>}
      {children}
    </section>
  );
}

function List({
  label,
  none,
  children,
}: {
  readonly label: string;
  readonly none: string;
  readonly children: readonly ReactNode[];
}) {
  if (children.length === 0) return <p className={styles.soft}>{none}</p>;
  return (
    <ul className={styles.rows} aria-label={label}>
      {children}
    </ul>
  );
}

interface RowProps {
  readonly name: string;
  /** What its buttons call it: no two are called the same. */
  readonly full: string;
  readonly more: string | null;
  readonly isPending: boolean;
  readonly onChange: () => void;
  readonly onRemove: () => void;
}

function Row({ name, full, more, isPending, onChange, onRemove }: RowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p className={styles.name}>{name}</p>
        {more === null ? null : <p className={styles.soft}>{more}</p>}
        {isPending ? (
          <StatusWord tone="wait" icon={Clock3}>
            waiting to reach the server
          </StatusWord>
        ) : null}
      </div>
      <div className={styles.actions}>
        <Button tone="quiet" aria-label={`Change ${full}`} onClick={onChange}>
          Change
        </Button>
        <Button tone="quiet" aria-label={`Remove ${full}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  );
}
