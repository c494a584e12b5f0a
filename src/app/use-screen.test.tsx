import { createMemoryHistory, RouterContextProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test } from 'vitest';
import { BackLink } from '../lib/back-link.tsx';
import { forgetPlace, rememberPlace } from '../lib/came-from.ts';
import type { Dashboard } from '../lib/paths.ts';
import { createAppRouter } from '../router.tsx';
import { RailLinks } from './rail-links.tsx';
import { useScreen } from './use-screen.ts';

function Parts({ dashboard }: { readonly dashboard: Dashboard }) {
  const { back, place } = useScreen();
  // The shell does so once it stands on the page; here nothing runs after the drawing.
  rememberPlace(place);
  return (
    <>
      {back ? <BackLink place={back} className="back" /> : null}
      <RailLinks dashboard={dashboard} className="entry" iconSize={17} />
    </>
  );
}

/** What the shell draws for an address: the entries, which of them are lit and how it is said, and the back control. */
async function drawnAt(address: string, dashboard: Dashboard) {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [address] }));
  await router.load();
  const html = renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <Parts dashboard={dashboard} />
    </RouterContextProvider>,
  );
  const links = [...html.matchAll(/<a ([^>]*)>(?:<svg.*?<\/svg>)?([^<]*)<\/a>/g)].map(([, attributes = '', label]) => ({
    label,
    href: /href="([^"]*)"/.exec(attributes)?.[1]?.replaceAll('&amp;', '&'),
    isBack: attributes.includes('class="back"'),
    isLit: attributes.includes('data-lit'),
    current: /aria-current="([^"]*)"/.exec(attributes)?.[1],
  }));
  const entries = links.filter((link) => !link.isBack);
  return {
    entries: entries.map(({ label }) => label),
    lit: entries.flatMap(({ label, isLit, current }) => (isLit || current ? [[label, current]] : [])),
    back: links.flatMap(({ label, href, isBack }) => (isBack ? [[label, href]] : []))[0] ?? null,
  };
}

beforeEach(forgetPlace);

const rails = { pro: ['Home', 'Calendar', 'Patients'], member: ['Home', 'My sessions', 'Profile'] } as const;

test.each([
  ['pro', '/pro-dashboard/homepage', ['Home', 'page'], null],
  ['pro', '/pro-dashboard/schedule', ['Calendar', 'page'], ['Home', '/pro-dashboard/homepage']],
  ['pro', '/pro-dashboard/schedule?view=week', ['Calendar', 'page'], ['Home', '/pro-dashboard/homepage']],
  [
    'pro',
    '/pro-dashboard/schedule/a1?date=2026-11-12&view=week',
    ['Calendar', 'true'],
    ['Calendar', '/pro-dashboard/schedule?date=2026-11-12&view=week'],
  ],
  ['pro', '/pro-dashboard/sessions/a1/note', ['Calendar', 'true'], ['Calendar', '/pro-dashboard/schedule']],
  ['pro', '/pro-dashboard/patient-charts/c1', ['Patients', 'true'], null],
  ['pro', '/pro-dashboard/sync', null, null],
  ['member', '/member-dashboard/homepage', ['Home', 'page'], null],
] as const)(
  'the shell of %s at %s: its entries, the one that is lit, the way back',
  async (dashboard, address, lit, back) => {
    expect(await drawnAt(address, dashboard)).toEqual({ entries: rails[dashboard], lit: lit ? [lit] : [], back });
  },
);

test.each([
  ['/pro-dashboard/homepage', 'Home', 'Home'],
  ['/pro-dashboard/schedule?date=2026-11-12&view=week', 'Calendar', 'Calendar'],
  ['/pro-dashboard/schedule/a1?date=2026-11-12', 'Calendar', 'Calendar'],
  ['/pro-dashboard/patient-charts', 'Patients', 'Patients'],
  ['/pro-dashboard/patient-charts/c1', 'Chart', 'Patients'],
  ['/pro-dashboard/sync', 'Sync', null],
])('a note opened from %s leads back there, as "%s", and lights %s', async (address, label, lit) => {
  await drawnAt(address, 'pro');
  await drawnAt('/pro-dashboard/sessions/a2/note', 'pro');
  const note = await drawnAt('/pro-dashboard/sessions/a1/note', 'pro');
  expect(note.back).toEqual([label, address]);
  expect(note.lit).toEqual(lit === null ? [] : [[lit, 'true']]);
});

test('nobody is led back to a screen that is not built: from there a note leads to the calendar', async () => {
  await drawnAt('/pro-dashboard/nothing-yet', 'pro');
  expect((await drawnAt('/pro-dashboard/sessions/a1/note', 'pro')).back).toEqual([
    'Calendar',
    '/pro-dashboard/schedule',
  ]);
});
