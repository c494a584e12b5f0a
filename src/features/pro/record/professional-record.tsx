import { useState } from 'react';
import { useSub } from '../../../lib/client-context.ts';
import { useIsProfessionalDamaged, useProfessional } from '../../../model/profile/use-professional.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { AboutStep } from './about-step.tsx';
import { AddressStep } from './address-step.tsx';
import { CertificationsPart } from './certifications-part.tsx';
import { DamagedRecord } from './damaged-record.tsx';
import { PhoneStep } from './phone-step.tsx';
import { PracticeStep } from './practice-step.tsx';
import styles from './professional-record.module.css';

const sections = [
  { title: 'About you', Part: AboutStep },
  { title: 'Your practice', Part: PracticeStep },
  { title: 'Addresses', Part: AddressStep },
  { title: 'Phone', Part: PhoneStep },
  { title: 'Certifications', Part: CertificationsPart },
] as const;

/** What a professional says of herself, section by section; works without a network. */
export function ProfessionalRecordPage() {
  const known = useProfessional();
  const isDamaged = useIsProfessionalDamaged();
  const sub = useSub();
  const [saved, setSaved] = useState<string | null>(null);
  return (
    <div className={styles.page}>
      <h1>Your record</h1>
      <p className={styles.soft}>Read by you alone. Colleagues and clients know you by your display name.</p>
      {isDamaged ? (
        <DamagedRecord />
      ) : known ? (
        sections.map(({ title, Part }) => (
          <section key={title} className={styles.section} aria-label={title}>
            <h2>{title}</h2>
            <Part known={known} owner={sub} kind="settings" onSaved={() => setSaved(title)} />
            <output className={styles.soft}>{saved === title ? 'Saved on this device.' : ''}</output>
          </section>
        ))
      ) : (
        <Skeleton lines={8} label="Opening your record" />
      )}
    </div>
  );
}
