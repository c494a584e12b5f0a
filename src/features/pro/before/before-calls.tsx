import type { ReactNode } from 'react';
import type { Appointment } from '../../../../sync/collections/appointment.ts';
import { factsOf, type Facts } from '../../../model/clients/person-facts.ts';
import { addressText } from '../../../model/profile/told-groups.ts';
import { PersonName } from '../../../ui/person-name.tsx';
import { PhoneNumber } from '../../../model/people/phone-number.tsx';
import styles from './before.module.css';

interface BeforeCallsProps {
  /** One, or both of a couple. */
  readonly people: readonly { readonly id: string; readonly body: object }[];
  readonly place: Appointment['place'];
}

/** Whom one calls when the line breaks, and where help would be sent. What nobody has said is named: it is worth asking. */
export function BeforeCalls({ people, place }: BeforeCallsProps) {
  if (people.length === 0) return null;
  return (
    <section className={styles.section} aria-label="Whom to call">
      <h2>Whom to call</h2>
      {people.map(({ id, body }) => (
        <Calls key={id} facts={factsOf(body)} isOneOfTwo={people.length > 1} />
      ))}
      {place === 'telehealth' ? (
        <p className={styles.soft}>
          By video: ask at the beginning where they are. Help is sent there, not to the address at home.
        </p>
      ) : null}
    </section>
  );
}

function Calls({ facts, isOneOfTwo }: { readonly facts: Facts; readonly isOneOfTwo: boolean }) {
  const address = addressText(facts.country === '' ? { ...facts, country: undefined } : facts);
  const lines: readonly (readonly [title: string, name: string, relation: string, number: string])[] = [
    ['Client', isOneOfTwo ? facts.preferred_first_name || facts.first_name : '', '', facts.phone_number],
    [
      'In an emergency',
      facts.emergency_contact_name,
      facts.emergency_contact_relationship,
      facts.emergency_contact_phone,
    ],
    ['Parent or guardian', facts.guardian_name, facts.guardian_relationship, facts.guardian_phone],
  ];
  return (
    <dl className={styles.facts}>
      {lines.map(([title, name, relation, number]) =>
        // Most clients have no guardian; a number and somebody for an emergency everybody should have.
        title === 'Parent or guardian' && name === '' && number === '' ? null : (
          <Fact key={title} title={title}>
            {name === '' ? null : <PersonName name={name} />}
            {relation === '' ? null : ` (${relation})`}
            {number === '' ? (
              <span className={styles.soft}>{name === '' ? 'Nobody has said.' : ' No number.'}</span>
            ) : (
              <>
                {name === '' ? '' : ' '}
                <PhoneNumber number={number} className={styles.call} />
              </>
            )}
          </Fact>
        ),
      )}
      <Fact title="Lives at">{address === '' ? <span className={styles.soft}>Nobody has said.</span> : address}</Fact>
    </dl>
  );
}

function Fact({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}
