import { useRouter } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import type { MouseEvent } from 'react';
import type { Place } from './came-from.ts';

interface BackLinkProps {
  readonly place: Pick<Place, 'href' | 'label'>;
  readonly className: string | undefined;
}

/** A step back to an address as it was, search included. A link like any other: it opens in a new tab where that is asked. */
export function BackLink({ place, className }: BackLinkProps) {
  const router = useRouter();
  function go(event: MouseEvent): void {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    router.history.push(place.href);
  }
  return (
    <a href={place.href} className={className} onClick={go}>
      <ChevronLeft size={20} aria-hidden />
      {place.label}
    </a>
  );
}
