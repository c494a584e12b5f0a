import { Link } from '@tanstack/react-router';
import { Archive, CopyCheck } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { clockTime, dateIn, relativeDay } from '../../../lib/time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { StatusWord } from '../../../ui/status-word.tsx';
import type { ClientRow } from './client-rows.ts';
import { centerBlock, listBlocks } from './list-window.ts';
import { statusWords, useNextStarts } from './use-clients.ts';
import styles from './charts.module.css';

interface ClientListProps {
  readonly clients: readonly ClientRow[];
  /** The chart that is open beside the list. */
  readonly chartId: string | undefined;
  /** Charts that are likely somebody's second one. */
  readonly twins: ReadonlyMap<string, readonly string[]>;
}

/** What a row is as high as, until one has been seen. */
const usualHeight = 62;

/** Clients in their order. Of a long list only what is near is drawn; the rest is as high as it would be. */
export function ClientList({ clients, chartId, twins }: ClientListProps) {
  const { zone } = useMe();
  const today = dateIn(useNow(), zone);
  const nextStarts = useNextStarts();
  const listRef = useRef<HTMLUListElement>(null);
  const [center, setCenter] = useState(0);
  const [focused, setFocused] = useState(-1);
  const [height, setHeight] = useState(usualHeight);
  const open = clients.findIndex((client) => client.chartId === chartId);
  const blocks = listBlocks(
    clients.length,
    center,
    [open, focused].filter((row) => row >= 0),
  );

  // Rows are as high as their words and the person's letters make them.
  useLayoutEffect(() => {
    const row = listRef.current?.querySelector<HTMLElement>('[data-row]');
    if (row && row.offsetHeight > 0) setHeight(row.offsetHeight);
  }, []);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only looks where the focus is: that row stays drawn
    <ul
      ref={listRef}
      onFocus={({ target }) => {
        const row = target.closest<HTMLElement>('[data-row]')?.dataset['row'];
        setFocused(row === undefined ? -1 : Number(row));
      }}
    >
      {blocks.map(({ at, from, to, isDrawn }) =>
        isDrawn ? (
          clients.slice(from, to).map((client, index) => {
            const next = nextStarts.get(client.chartId);
            return (
              <li
                key={client.chartId}
                className={styles.item}
                data-row={from + index}
                aria-setsize={clients.length}
                aria-posinset={from + index + 1}
              >
                <Link
                  to="/pro-dashboard/patient-charts/$chartId"
                  params={{ chartId: client.chartId }}
                  className={styles.row}
                  resetScroll={false}
                >
                  <span className={styles.nameLine}>
                    <span className={styles.name}>{client.listName}</span>
                    {client.isSample ? <span className={styles.badge}>Sample</span> : null}
                  </span>
                  <span className={styles.line}>
                    {next === undefined
                      ? 'No session planned'
                      : `${relativeDay(dateIn(next, zone), today)}, ${clockTime(next, zone)}`}
                    {client.status && client.status !== 'active' ? ` · ${statusWords[client.status]}` : ''}
                  </span>
                  {client.isArchived ? (
                    <span className={styles.line}>
                      <StatusWord tone="quiet" icon={Archive}>
                        {client.mergedInto === null ? 'Archived' : 'Merged'}
                      </StatusWord>
                    </span>
                  ) : null}
                  {twins.has(client.chartId) ? (
                    <span className={styles.line}>
                      <StatusWord tone="wait" icon={CopyCheck}>
                        Perhaps here twice
                      </StatusWord>
                    </span>
                  ) : null}
                </Link>
              </li>
            );
          })
        ) : (
          <Gap
            key={`gap ${at}`}
            height={(to - from) * height}
            onNear={(top) => setCenter(centerBlock({ at, top, rowHeight: height, windowHeight: innerHeight }))}
          />
        ),
      )}
    </ul>
  );
}

/** Further than this from what is seen nothing is drawn. */
const nearPx = 20 * usualHeight;

/** Rows that are not drawn: as high as they are, and told when somebody comes near. */
function Gap({ height, onNear }: { readonly height: number; readonly onNear: (top: number) => void }) {
  const ref = useRef<HTMLLIElement>(null);
  const near = useRef(onNear);
  useEffect(() => {
    near.current = onNear;
  });
  useEffect(() => {
    const gap = ref.current;
    if (!gap || !('IntersectionObserver' in globalThis)) return undefined;
    // The list scrolls by itself beside a chart, and with the page on a phone: the margin holds for both.
    const margins = { rootMargin: `${nearPx}px 0px`, scrollMargin: `${nearPx}px 0px` };
    const observer = new IntersectionObserver((seen) => {
      const last = seen.at(-1);
      if (last?.isIntersecting) near.current(last.boundingClientRect.top);
    }, margins);
    observer.observe(gap);
    return () => observer.disconnect();
  }, []);
  return <li ref={ref} aria-hidden style={{ blockSize: height }} />;
}
