// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { beforeEach, expect, test } from 'vitest';
import { blankStatus } from '../../../../sync/client/status/status-board.ts';
import { practiceScope } from '../../../../sync/collections/classes.ts';
import { refusedWithWords } from '../../../testing/attention-client.ts';
import { accountRow, cardRow, DrawnScreen, memberRow, practiceRow, type Row } from '../../../testing/drawn-screen.tsx';
import { ProHome } from './pro-home.tsx';
import { at, homeScreen, next, note, parts, rows, sentence, session, told, ways } from './testing/home-rows.ts';

const practice = practiceScope('x');
let screen: DrawnScreen;
beforeEach(() => {
  screen = homeScreen();
});

const draw = () => screen.draw(<ProHome />);

const colleague = (id: string, display_name: string): Row => ({
  collection: 'professional',
  record: { id, scope: practice, body: { cognito_sub: id, display_name, medical_degree: 'PhD' } },
});
/** Where the front desk works, with two clinicians. */
const desk = [
  memberRow('pro-1', { role: 'scheduler' }, practice),
  colleague('pro-2', 'Dr. Lee'),
  colleague('pro-3', 'Dr. Ruiz'),
];

/** What there would be to say to whoever treats: a note that is owed, and a session of which nobody has said anything. */
const owed = [session('owed', -26 * 60), session('unsaid', -28 * 60)];

test('a clinician sees the own sessions, and what is left to write and to say', async () => {
  screen.device.put(memberRow('pro-1', { role: 'professional' }, practice), ...owed);
  screen.device.put(session('own', 30), session('theirs', 20, { clinician: 'pro-2', clinician_name: 'Dr. Lee' }));
  await draw();
  expect([sentence(), rows()]).toEqual(['One session today.', [`${at(30)}Mara Test`]]);
  expect(parts()).toEqual(['Next session', 'Notes to finish', 'Today']);
  expect(screen.text()).toContain('Did 2 sessions take place?');
  expect(screen.text()).not.toContain('Dr. Lee');
});

test('the front desk sees the sessions of everybody with whose they are, and nothing of notes', async () => {
  screen.device.put(memberRow('pro-1', { ended: '2026-11-01T00:00:00.000Z' }));
  const ofLee = session('lee', -60, { clinician: 'pro-2', clinician_name: 'Dr. Lee' });
  screen.device.put(...desk, ...owed, ofLee, note(ofLee));
  screen.device.put(session('ruiz', 20, { clinician: 'pro-3', clinician_name: 'Dr. Ruiz' }));
  await draw();
  expect(sentence()).toBe('One more session today.');
  expect(rows()).toEqual([`${at(-60)}Mara TestDr. Lee`, `${at(20)}Mara TestDr. Ruiz`]);
  expect(next()?.textContent).toContain('Regular Session · Dr. Ruiz');
  expect(ways()).toEqual([['Open client', '/pro-dashboard/patient-charts/c']]);
  expect(parts()).toEqual(['Next session', 'Today']);
  expect(screen.text()).not.toContain('take place?');
});

test('the front desk that chose a clinician who has none today is told so, and that others have some', async () => {
  screen.device.put(...desk, session('lee', 20, { clinician: 'pro-2', clinician_name: 'Dr. Lee' }));
  await draw();
  await screen.press('Sessions of: Everybody');
  await screen.press('Dr. Ruiz');
  expect(screen.text()).toContain('0 of 1 session');
  await screen.press('Done');
  expect([sentence(), told(), rows()]).toEqual(['No sessions today.', null, []]);
  expect(screen.text()).toContain('No sessions of Dr. Ruiz todayOthers have 1 session.');
  await screen.press('Show everybody');
  expect(rows()).toEqual([`${at(20)}Mara TestDr. Lee`]);
});

test('who runs a practice and does not treat is told why nothing stands there', async () => {
  screen.device.put(memberRow('pro-1', { ended: '2026-11-01T00:00:00.000Z' }));
  screen.device.put(memberRow('pro-1', { role: 'owner' }, practice), ...owed);
  await draw();
  expect(sentence()).toBe(
    'You run this practice. Sessions and charts are open to those who treat or plan, so none are on this device.',
  );
  expect(parts()).toEqual([]);
  expect(screen.text()).not.toContain('take place?');
  expect(document.querySelector('a[href="/pro-dashboard/schedule"]')?.textContent).toBe('Open calendar');
});

test('who has no client yet is shown where to begin, until there is one', async () => {
  screen = new DrawnScreen();
  screen.device.put(accountRow(), practiceRow);
  await draw();
  expect(parts()).toEqual(['First steps', 'Notes to finish']);
  screen.put(cardRow);
  expect(parts()).toEqual(['Notes to finish']);
});

const holds = (attention: number): void => {
  const status = { ...blankStatus, attention };
  screen.parts['status'] = { get: () => status, subscribe: () => () => undefined };
};
const keptWords = (one: string) => `${one} content is kept on this device until you decide.`;

test.each([
  ['one', 1, [], `1 change needs attentionIt was refused. ${keptWords('Its')}`],
  ['several', 3, [], `3 changes need attentionThey were refused. ${keptWords('Their')}`],
  [
    'a booking and what was said with it',
    3,
    refusedWithWords,
    `1 change needs attentionIt was refused. ${keptWords('Its')}`,
  ],
])('of changes that were refused the day tells, with the way to them: %s', async (_, count, items, words) => {
  holds(count);
  screen.items = items;
  await draw();
  expect(screen.said('[data-tone="need"]')).toBe(`${words}See what was kept`);
  expect(document.querySelector('[data-tone="need"] a')?.getAttribute('href')).toBe('/pro-dashboard/sync');
});

test('where nothing was refused and nobody waits for approval, neither is spoken of; who waits is told what waits', async () => {
  await draw();
  expect(screen.said('[data-tone]')).toBeNull();
  screen.put(accountRow('pro-1', { profile_approved_to_use_the_platform: false }));
  expect(screen.said('[data-tone="wait"]')).toContain('Your registration is being looked at');
  screen.put(accountRow('pro-1', { profile_approved_to_use_the_platform: true }));
  expect(screen.said('[data-tone]')).toBeNull();
});
