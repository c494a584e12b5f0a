import { prefixRange } from '../../../../sync/core/index-key.ts';
import { useRange } from '../../../lib/use-records.ts';
import { addressText } from '../../../model/profile/told-groups.ts';
import { PersonName } from '../../../ui/person-name.tsx';
import styles from './chart-detail.module.css';

/** Where the people of a chart live, as far as their practice keeps it; of a couple each by name. */
export function PersonAddresses({ chartId }: { readonly chartId: string }) {
  const people = useRange({ collection: 'chart_person', index: 'chart', ...prefixRange(chartId) });
  if (people.loading) return null;
  return people.value.map(({ id, body }) => {
    const address = addressText(body);
    if (address === '') return null;
    return (
      <div key={id}>
        <dt>
          Address
          {people.value.length > 1 ? (
            <>
              {' '}
              of <PersonName name={body.first_name} />
            </>
          ) : null}
        </dt>
        <dd className={styles.breakable}>{address}</dd>
      </div>
    );
  });
}
