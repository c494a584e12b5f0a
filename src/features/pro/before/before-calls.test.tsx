// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { DrawnScreen } from '../../../testing/drawn-screen.tsx';
import { BeforeCalls } from './before-calls.tsx';

let screen: DrawnScreen;
beforeEach(() => void (screen = new DrawnScreen()));

const mara = {
  first_name: 'Mara',
  last_name: 'Test',
  phone_number: '(303) 555-0133',
  emergency_contact_name: 'Jon Test',
  emergency_contact_relationship: 'brother',
  emergency_contact_phone: '(303) 555-0144',
  home_address_line1: '12 Oak St',
  home_city: 'Denver',
  home_state: 'CO',
  home_zipcode: '80202',
};
const draw = (bodies: readonly object[], place: 'office_location' | 'telehealth' = 'office_location') =>
  screen.draw(<BeforeCalls people={bodies.map((body, at) => ({ id: `p${at}`, body }))} place={place} />);
/** Each fact by its title. */
const facts = () =>
  [...document.querySelectorAll('dl')].map((list) =>
    [...list.querySelectorAll('dt')].map((title) => [title.textContent, title.nextElementSibling?.textContent]),
  );
const numbers = () => [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'));

test('whom one calls, by which number, and where help is sent', async () => {
  await draw([mara]);
  expect(facts()).toEqual([
    [
      ['Client', '(303) 555-0133'],
      ['In an emergency', 'Jon Test (brother) (303) 555-0144'],
      ['Lives at', '12 Oak St, Denver, Colorado, 80202'],
    ],
  ]);
  expect(numbers()).toEqual(['tel:3035550133', 'tel:3035550144']);
});

test('what nobody has said is named; a guardian only where there is one', async () => {
  await draw([{ first_name: 'Mara', last_name: 'Test', emergency_contact_name: 'Jon', guardian_name: 'Ada Test' }]);
  expect(facts()).toEqual([
    [
      ['Client', 'Nobody has said.'],
      ['In an emergency', 'Jon No number.'],
      ['Parent or guardian', 'Ada Test No number.'],
      ['Lives at', 'Nobody has said.'],
    ],
  ]);
});

test('of a couple each is named, as each wants to be called, with an own number and an own home', async () => {
  await draw([mara, { ...mara, preferred_first_name: 'Sam', phone_number: '(303) 555-0177', home_city: 'Boulder' }]);
  expect(facts().map(([client, , home]) => [client?.[1], home?.[1]])).toEqual([
    ['Mara (303) 555-0133', '12 Oak St, Denver, Colorado, 80202'],
    ['Sam (303) 555-0177', '12 Oak St, Boulder, Colorado, 80202'],
  ]);
});

test('by video it is said that help does not go to the address at home', async () => {
  await draw([mara], 'telehealth');
  expect(screen.text()).toContain('By video: ask at the beginning where they are.');
  await draw([mara]);
  expect(screen.text()).not.toContain('By video');
  await draw([]);
  expect(screen.text()).toBe('');
});
