// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { policyIdOf } from '../../../../sync/collections/cancellation-policy.ts';
import { practiceScope } from '../../../../sync/collections/classes.ts';
import { notTakenMessage } from '../../../forms/save-state.ts';
import { unsavedTexts } from '../../../lib/flush.ts';
import { zoneName } from '../../../lib/time.ts';
import { notTakenWords } from '../../../lib/use-change.ts';
import { accountRow, DrawnScreen, practiceRow, refused } from '../../../testing/drawn-screen.tsx';
import type { Done } from './calendar-acts.ts';
import { CancellationPolicyPage } from './cancellation-policy-page.tsx';
import { OpeningSheet } from './opening-sheet.tsx';
import { SessionTypeSheet } from './session-type-sheet.tsx';
import { SessionTypesPage } from './session-types-page.tsx';
import { UnavailabilitySheet } from './unavailability-sheet.tsx';
import { whenWords } from './words.ts';

const now = '2026-11-20T12:00:00.000Z';
let screen: DrawnScreen;
let told: Done[];
let closed: number;
const tell = (done: Done) => void told.push(done);
const onClose = () => void (closed += 1);
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] });
  screen = new DrawnScreen();
  screen.device.put(accountRow(), practiceRow);
  screen.answer = () => screen.saved('new-1');
  [told, closed] = [[], 0];
});
afterEach(() => {
  screen.leave();
  unsavedTexts.letGo();
  vi.useRealTimers();
});

const scope = practiceScope('x');
const opening = {
  id: 'o1',
  scope,
  stamps: { start: 't5', place: 'p5', appointment_type_ids: 'y5' },
  body: {
    local_start: '2026-12-01T09:00',
    zone: 'America/New_York',
    minutes: 180,
    start: '2026-12-01T14:00:00.000Z',
    end: '2026-12-01T17:00:00.000Z',
    clinician: 'pro-1',
    modify_datetime: now,
  },
};

test('a time is opened by the own clock, over midnight where it ends before it begins, and taken back as what was made', async () => {
  await screen.draw(<OpeningSheet opening={null} {...{ tell, onClose }} />);
  await screen.type('date', '2026-12-01');
  await screen.type('from', '22:00');
  await screen.type('to', '01:00');
  await screen.press('Save');
  const start = '2026-12-02T04:00:00.000Z';
  const time = { local_start: '2026-12-01T22:00', zone: 'America/Chicago', minutes: 180, start };
  expect(screen.sent.map(([name, args]) => [name, args])).toEqual([
    ['availability_opening.save', { practice_id: 'x', ...time }],
  ]);
  const when = whenWords({ start, end: '2026-12-02T07:00:00.000Z' }, 'America/Chicago', '2026-11-20');
  expect([told[0]?.words, closed]).toEqual([`Open: ${when}. Saved on this device.`, 1]);
  await told[0]?.undo?.();
  expect(screen.sent.at(-1)).toEqual([
    'availability_opening.save',
    { practice_id: 'x', opening_id: 'new-1', removed: true },
  ]);
});

test('[CA-10] one that is changed keeps its own clock, and says only what is other; removed, it is so over what was seen', async () => {
  screen.device.put({ collection: 'availability_opening', record: opening });
  const draw = () => screen.draw(<OpeningSheet opening={opening as never} {...{ tell, onClose }} />);
  await draw();
  expect([screen.field('from').value, screen.text().includes(zoneName('America/New_York'))]).toEqual(['09:00', true]);
  await screen.type('to', '13:00');
  screen.answer = () => refused('Not yours.');
  await screen.press('Save');
  expect([screen.alert(), closed, told, screen.field('to').value]).toEqual(['Not yours.', 0, [], '13:00']);
  expect(screen.sent[0]).toEqual([
    'availability_opening.save',
    {
      practice_id: 'x',
      opening_id: 'o1',
      local_start: '2026-12-01T09:00',
      zone: 'America/New_York',
      minutes: 240,
      start: '2026-12-01T14:00:00.000Z',
    },
    { start: 't5' },
  ]);
  screen.answer = () => screen.saved();
  await screen.press('Remove');
  expect(screen.sent.at(-1)).toEqual([
    'availability_opening.save',
    { practice_id: 'x', opening_id: 'o1', removed: true },
    { start: 't5', place: 'p5', appointment_type_ids: 'y5' },
  ]);
  await told.at(-1)?.undo?.();
  expect(screen.sent.at(-1)?.[1]).toEqual({ practice_id: 'x', opening_id: 'o1', removed: false });
});

const away = {
  id: 'w1',
  scope,
  stamps: { from_date: 'd5' },
  body: {
    from_date: '2026-12-24',
    to_date: '2027-01-02',
    zone: 'America/New_York',
    clinician: 'pro-1',
    modify_datetime: now,
  },
};

test('what could not be removed is told in its words, without a way back', async () => {
  screen.device.put({ collection: 'unavailability', record: away });
  await screen.draw(<UnavailabilitySheet away={away as never} {...{ tell, onClose }} />);
  screen.answer = () => refused('Changed meanwhile.');
  await screen.press('Remove');
  screen.answer = () => Promise.reject(new Error('the storage is full'));
  await screen.press('Remove');
  expect(told).toEqual([{ words: 'Changed meanwhile.' }, { words: notTakenWords }]);
  expect(screen.sent[0]?.[2]).toEqual({ from_date: 'd5' });
});

test('days away that are new are taken back as what was made; a refusal keeps them typed', async () => {
  await screen.draw(<UnavailabilitySheet away={null} {...{ tell, onClose }} />);
  await screen.type('from_date', '2026-12-24');
  await screen.type('to_date', '2026-12-26');
  screen.answer = () => Promise.reject(new Error('the storage is full'));
  await screen.press('Save');
  expect([screen.alert(), closed, screen.field('to_date').value]).toEqual([notTakenMessage, 0, '2026-12-26']);
  screen.answer = () => screen.saved('new-1');
  await screen.press('Save');
  await told[0]?.undo?.();
  expect(screen.sent.at(-1)?.[1]).toEqual({ practice_id: 'x', unavailability_id: 'new-1', removed: true });
});

const terms = { hours: 24, fee: { kind: 'flat', cents: 8000 } };
const policy = (more: object, stamp: string) => ({
  collection: 'cancellation_policy',
  record: {
    id: policyIdOf('pro-1'),
    scope,
    stamps: { terms: stamp },
    body: { clinician: 'pro-1', terms: { ...terms, ...more }, modify_datetime: now },
  },
});

test('[CA-6] terms are saved over the version on screen, and the next ones over what that made', async () => {
  screen.device.put(policy({}, 'v1'));
  await screen.draw(<CancellationPolicyPage />);
  await screen.type('hours', '48');
  await screen.press('Save');
  expect(screen.text()).toContain('Saved on this device.');
  await screen.type('hours', '36');
  await screen.press('Save');
  expect(screen.sent).toEqual([
    ['cancellation_policy.save', { practice_id: 'x', terms: { ...terms, hours: 48 } }, { terms: 'v1' }],
    ['cancellation_policy.save', { practice_id: 'x', terms: { ...terms, hours: 36 } }, { terms: 'u1' }],
  ]);
});

test('[CA-6] from who types nothing is taken by other terms that arrive; refused for them, what stands then is saved over', async () => {
  screen.device.put(policy({}, 'v1'));
  await screen.draw(<CancellationPolicyPage />);
  await screen.type('hours', '48');
  screen.put(policy({ hours: 12 }, 'v2'));
  expect(screen.field('hours').value).toBe('48');
  screen.answer = () => refused('Changed meanwhile.', 'changed_meanwhile');
  await screen.press('Save');
  expect([screen.alert(), screen.field('hours').value, screen.text().includes('Saved on')]).toEqual([
    'Changed meanwhile.',
    '48',
    false,
  ]);
  screen.answer = () => screen.saved();
  await screen.press('Save');
  expect(screen.sent.map(([, , base]) => base)).toEqual([{ terms: 'v1' }, { terms: 'v2' }]);
});

test('[CA-6] who types nothing sees other terms as they arrive; asking nothing takes the terms away', async () => {
  screen.device.put(policy({}, 'v1'));
  await screen.draw(<CancellationPolicyPage />);
  screen.put(policy({ hours: 12 }, 'v2'));
  expect(screen.field('hours').value).toBe('12');
  await screen.type('kind', 'none');
  await screen.press('Save');
  expect(screen.sent).toEqual([['cancellation_policy.save', { practice_id: 'x', terms: null }, { terms: 'v2' }]]);
});

const type = {
  collection: 'appointment_type',
  record: {
    id: 't1',
    scope,
    stamps: { label: 'l1', price_cents: 'c1', minutes: 'm1', kind: 'k1' },
    body: {
      label: 'Intake',
      price_cents: 15_000,
      minutes: 50,
      kind: 'regular',
      orchid_pro_user_id: 'pro-1',
      modify_datetime: now,
    },
  },
};

test('a session type is removed as it was seen, and comes back; refused, that is said and nothing can be taken back', async () => {
  screen.device.put(type);
  await screen.draw(<SessionTypesPage />);
  screen.answer = () => refused('Changed meanwhile.');
  await screen.press('Remove Intake');
  expect([screen.text().includes('Changed meanwhile.'), screen.button('Undo')]).toEqual([true, undefined]);
  screen.answer = () => screen.saved();
  await screen.press('Remove Intake');
  expect(screen.text()).toContain('Intake is removed.');
  await screen.press('Undo');
  const at = { practice_id: 'x', appointment_type_id: 't1' };
  expect(screen.sent.slice(1)).toEqual([
    ['appointment_type.save', { ...at, removed: true }, type.record.stamps],
    ['appointment_type.save', { ...at, removed: false }],
  ]);
});

test('of a type that is changed what is other alone is said; a refusal keeps it typed', async () => {
  screen.device.put(type);
  await screen.draw(<SessionTypeSheet type={type.record as never} onClose={onClose} />);
  await screen.type('minutes', '60');
  screen.answer = () => refused('Not yours.');
  await screen.press('Save');
  expect([screen.alert(), closed, screen.field('minutes').value]).toEqual(['Not yours.', 0, '60']);
  screen.answer = () => screen.saved();
  await screen.press('Save');
  expect(screen.sent.at(-1)).toEqual([
    'appointment_type.save',
    { practice_id: 'x', appointment_type_id: 't1', minutes: 60 },
    { minutes: 'm1' },
  ]);
  expect(closed).toBe(1);
});
