import { Navigation } from 'lucide-react';
import type { OfficeCopy } from '../../../sync/collections/office-copy.ts';
import { directionsLink } from '../../lib/directions-link.ts';
import { systemHere } from '../../lib/name-here.ts';
import { addressLines } from '../../model/sessions/session-office.ts';
import { buttonClass } from '../../ui/button.tsx';
import styles from './office-place.module.css';

/**
 * [CA-13] Where one goes for a session in person: the office and its address, which lie on this device, and the way there. Whoever shows the way
 * gets the address alone, and not from where it was asked.
 */
export function OfficePlace({ office }: { readonly office: OfficeCopy }) {
  const lines = addressLines(office);
  const link = directionsLink(lines.join(', '), systemHere());
  return (
    <div className={styles.office}>
      <p className={styles.name}>
        <bdi>{office.office_name}</bdi>
      </p>
      {lines.length === 0 ? null : (
        <>
          <address className={styles.address}>
            {lines.map((line, index) => (
              <span key={index}>
                <bdi>{line}</bdi>
              </span>
            ))}
          </address>
          <a
            href={link}
            rel="noreferrer noopener"
            referrerPolicy="no-referrer"
            // An app for maps opens over this one; a page would take its place.
            {...(link.startsWith('https:') ? { target: '_blank' } : {})}
            className={buttonClass()}
            aria-label={`Directions to ${office.office_name}`}
          >
            <Navigation size={16} aria-hidden />
            Directions
          </a>
        </>
      )}
    </div>
  );
}
