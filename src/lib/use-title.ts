import { useEffect } from 'react';
import { Titles, type Title } from './titles.ts';

const titles = new Titles((words) => {
  document.title = words;
});

/** The document's title while the route's own screen is drawn. */
export function useRouteTitle(title: Title): void {
  useEffect(() => titles.setRoute(title), [title]);
}

/** The title of what is drawn in place of the route's screen (locked, signed out, not found), as long as it is drawn. */
export function useTitleInstead(title: Title): void {
  useEffect(() => titles.cover(title), [title]);
}
