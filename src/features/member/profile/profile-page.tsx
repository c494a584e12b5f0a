import { Link } from '@tanstack/react-router';
import { fullDate } from '../../../lib/time.ts';
import { applyMask, phoneMask } from '../../../forms/mask.ts';
import { countries, wordsOfCountry } from '../../../model/lists/countries.ts';
import { regions } from '../../../model/lists/regions.ts';
import { insuranceWords, profileWords } from '../../../model/profile/profile-values.ts';
import { useOwnPhoto } from '../../../model/people/use-photo.ts';
import { useIsProfileDamaged, useMemberProfile, type KnownMember } from '../../../model/profile/use-member-profile.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import { Portrait } from '../../../ui/portrait.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { DamagedProfile } from './damaged-profile.tsx';
import { ToldFacts } from './told-facts.tsx';
import styles from './profile.module.css';

/** [C-167] `/member-dashboard/profile`: what the member has said of themselves. */
export function ProfilePage() {
  const known = useMemberProfile();
  const isDamaged = useIsProfileDamaged();
  const photo = useOwnPhoto();
  if (isDamaged)
    return (
      <div className={styles.page}>
        <h1>Profile</h1>
        <DamagedProfile />
      </div>
    );
  if (!known)
    return (
      <div className={styles.page}>
        <Skeleton lines={4} />
      </div>
    );
  const { biography = '' } = known.profile ?? {};
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div className={styles.who}>
          {photo === null ? null : <Portrait photo={photo} size={72} />}
          <h1>
            <PersonName name={`${known.name.first_name} ${known.name.last_name}`.trim()} />
          </h1>
        </div>
        <Link to="/member-dashboard/edit-profile" className={buttonClass()}>
          Edit profile
        </Link>
      </header>
      {biography === '' ? null : <p className={styles.text}>{biography}</p>}
      <Facts rows={personalRows(known)} title="Personal details" />
      <Facts rows={insuranceRows(known)} title="Insurance" />
      <Link to="/member-dashboard/calendar-links">Calendar links</Link>
      <Link to="/email-preference">Email preferences</Link>
      <ToldFacts />
      <p className={styles.soft}>
        Your clinician keeps a card of their own. A change of your name, phone or address is told to them, and they
        decide whether to take it over; everything else stays with you.
      </p>
    </div>
  );
}

type Row = readonly [label: string, value: string];

function Facts({ title, rows }: { readonly title: string; readonly rows: readonly Row[] }) {
  const said = rows.filter(([, value]) => value !== '');
  return (
    <section className={styles.section} aria-label={title}>
      <h2>{title}</h2>
      {said.length === 0 ? (
        <p className={styles.soft}>Nothing is said here yet.</p>
      ) : (
        <dl className={styles.facts}>
          {said.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function personalRows({ profile }: KnownMember): readonly Row[] {
  const code = profile?.country ?? 'US';
  const words = wordsOfCountry(code);
  const region = regions[code].find((one) => one.code === profile?.home_state)?.name ?? profile?.home_state ?? '';
  const place = [profile?.home_city ?? '', region, profile?.home_zipcode ?? '']
    .filter((part) => part !== '')
    .join(', ');
  const country = place === '' ? '' : (countries.find((one) => one.code === code)?.name ?? '');
  return [
    [profileWords.dob, profile?.dob ? fullDate(profile.dob) : ''],
    [profileWords.gender, profile?.gender ?? ''],
    [profileWords.sex, profile?.sex ?? ''],
    [profileWords.phone_number, applyMask(profile?.phone_number ?? '', phoneMask)],
    [profileWords.home_address_line1, profile?.home_address_line1 ?? ''],
    [`City, ${words.region}, ${words.zip}`, place],
    [profileWords.country, country],
  ];
}

function insuranceRows({ profile }: KnownMember): readonly Row[] {
  return [
    [insuranceWords.insurance_provider, profile?.insurance_provider ?? ''],
    [insuranceWords.insurance_group_id, profile?.insurance_group_id ?? ''],
    [insuranceWords.insurance_member_id, profile?.insurance_member_id ?? ''],
  ];
}
