import type { ReactNode } from 'react';
import { ageOn, fullDate } from '../../../lib/time.ts';
import { addressText } from '../../../model/profile/told-groups.ts';
import { PersonName } from '../../../ui/person-name.tsx';
import { PhoneNumber } from '../../../model/people/phone-number.tsx';
import { factsOf } from '../../../model/clients/person-facts.ts';
import styles from './chart-detail.module.css';

interface ClientFactsProps {
  /** One, or both of a couple: each by name then. */
  readonly people: readonly { readonly id: string; readonly body: object }[];
  readonly today: string;
}

/** What is known of the people of a chart, as `dt` and `dd`; nothing is said of what is not known. */
export function ClientFacts({ people, today }: ClientFactsProps) {
  return people.map(({ id, body }) => (
    <PersonFacts key={id} person={body} today={today} isOneOfTwo={people.length > 1} />
  ));
}

interface PersonFactsProps {
  readonly person: object;
  readonly today: string;
  readonly isOneOfTwo: boolean;
}

function PersonFacts({ person, today, isOneOfTwo }: PersonFactsProps) {
  const facts = factsOf(person);
  const whose = isOneOfTwo ? facts.preferred_first_name || facts.first_name : null;
  const contact = [facts.emergency_contact_name, facts.emergency_contact_relationship].filter(Boolean).join(', ');
  const guardian = [facts.guardian_name, facts.guardian_relationship].filter(Boolean).join(', ');
  const insurance = [
    facts.insurance_provider,
    facts.insurance_member_id && `member ${facts.insurance_member_id}`,
    facts.insurance_group_id && `group ${facts.insurance_group_id}`,
  ]
    .filter(Boolean)
    .join(', ');
  const address = addressText(facts.country === '' ? { ...facts, country: undefined } : facts);
  return (
    <>
      {facts.preferred_first_name ? (
        <Fact title="Full name" whose={whose}>
          <PersonName name={`${facts.first_name} ${facts.last_name}`} />
        </Fact>
      ) : null}
      {facts.pronouns ? (
        <Fact title="Pronouns" whose={whose}>
          {facts.pronouns}
        </Fact>
      ) : null}
      {facts.dob ? (
        <Fact title="Born" whose={whose}>
          {fullDate(facts.dob)}, {ageOn(facts.dob, today)} years
        </Fact>
      ) : null}
      {facts.phone_number ? (
        <Fact title="Phone" whose={whose}>
          <PhoneNumber className={styles.call} number={facts.phone_number} />
        </Fact>
      ) : null}
      {facts.email ? (
        <Fact title="Email" whose={whose}>
          <a href={`mailto:${encodeURIComponent(facts.email).replace('%40', '@')}`} className={styles.call}>
            {facts.email}
          </a>
        </Fact>
      ) : null}
      {address ? (
        <Fact title="Address" whose={whose}>
          {address}
        </Fact>
      ) : null}
      {contact || facts.emergency_contact_phone ? (
        <Fact title="Emergency contact" whose={whose}>
          {contact ? <PersonName name={contact} /> : null}
          {facts.emergency_contact_phone ? (
            <>
              {contact ? ' ' : ''}
              <PhoneNumber className={styles.call} number={facts.emergency_contact_phone} />
            </>
          ) : null}
        </Fact>
      ) : null}
      {guardian || facts.guardian_phone ? (
        <Fact title="Parent or guardian" whose={whose}>
          {guardian ? <PersonName name={guardian} /> : null}
          {facts.guardian_phone ? (
            <>
              {guardian ? ' ' : ''}
              <PhoneNumber className={styles.call} number={facts.guardian_phone} />
            </>
          ) : null}
        </Fact>
      ) : null}
      {insurance ? (
        <Fact title="Insurance" whose={whose}>
          {insurance}
        </Fact>
      ) : null}
    </>
  );
}

interface FactProps {
  readonly title: string;
  readonly whose: string | null;
  readonly children: ReactNode;
}

/** One fact, of a couple with whose it is. */
function Fact({ title, whose, children }: FactProps) {
  return (
    <div>
      <dt>
        {title}
        {whose === null ? null : (
          <>
            {' of '}
            <PersonName name={whose} />
          </>
        )}
      </dt>
      <dd className={styles.breakable}>{children}</dd>
    </div>
  );
}
