import { useEffect, useState } from 'react';
import type { AttentionItem } from '../../../../sync/client/api.ts';
import { useClient } from '../../../lib/client-context.ts';
import type { MutatorName } from '../../../lib/model.ts';
import { followWork } from '../../../model/work/follow-work.ts';

/** Changes of this kind that were refused after they had been made here, each kept until a person decides; the oldest first. */
export function useRefused(name: MutatorName): readonly AttentionItem[] {
  const client = useClient();
  const [items, setItems] = useState<readonly AttentionItem[]>([]);
  useEffect(
    () =>
      followWork(
        client,
        () => client.attention(),
        (all) =>
          setItems(all.filter((item) => item.name === name).toSorted((one, other) => (one.at < other.at ? -1 : 1))),
      ),
    [client, name],
  );
  return items;
}
