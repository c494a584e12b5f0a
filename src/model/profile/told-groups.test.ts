import { describe, expect, it } from 'vitest';
import { addressText, groupsOf } from './told-groups.ts';

const at = '2026-11-20T09:00:00.000Z';
const later = '2026-11-21T09:00:00.000Z';

describe('[PP-2] what was told, as people read it', () => {
  it('what belongs together stands together, as it would read once it is taken over, beside what is kept', () => {
    const person = {
      first_name: 'Ada',
      last_name: 'Test',
      home_city: 'Denver',
      home_state: 'CO',
      phone_number: '(303) 1',
    };
    const told = {
      last_name: { value: 'Lovelace', at },
      phone_number: { value: '3035550100', at },
      home_address_line1: { value: '1 Elm St', at },
      home_city: { value: 'Reno', at: later },
      home_state: { value: 'NV', at },
    };
    expect(groupsOf(person, told)).toEqual([
      {
        key: 'name',
        label: 'Name',
        value: 'Ada Lovelace',
        kept: 'Ada Test',
        state: 'open',
        told: { last_name: 'Lovelace' },
        at,
      },
      {
        key: 'phone',
        label: 'Phone',
        value: '(303) 555 0100',
        kept: '(303) 1',
        state: 'open',
        told: { phone_number: '3035550100' },
        at,
      },
      {
        key: 'address',
        label: 'Address',
        value: '1 Elm St, Reno, Nevada',
        kept: 'Denver, Colorado',
        state: 'open',
        told: { home_address_line1: '1 Elm St', home_city: 'Reno', home_state: 'NV' },
        at: later,
      },
    ]);
  });

  it('what was answered stands by its answer, apart from what was told anew', () => {
    const told = {
      home_city: { value: 'Reno', at, answer: 'kept', answered: later },
      home_zipcode: { value: '89501', at },
    } as const;
    expect(groupsOf({}, told).map(({ state, value, at: when }) => [state, value, when])).toEqual([
      ['open', '89501', at],
      ['kept', 'Reno', later],
    ]);
  });

  it('an address abroad says its country, and its parts by the names they have there', () => {
    expect(addressText({ home_city: 'Toronto', home_state: 'ON', home_zipcode: 'M5V', country: 'CA' })).toBe(
      'Toronto, Ontario, M5V, Canada',
    );
    expect(addressText({ country: 'CA' })).toBe('');
    expect(addressText({ home_city: 'Reno', home_state: 'NV', country: 'US' })).toBe('Reno, Nevada');
  });
});
