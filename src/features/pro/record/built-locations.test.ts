import { describe, expect, it } from 'vitest';
import { builtLocations } from './built-locations.ts';

const address = {
  office_address_line1: '12 Oak St',
  office_city: 'Denver',
  office_state: 'CO',
  office_zipcode: '80202',
} as const;

describe('two places of work from one address', () => {
  it('[S-357, S-358] begin with the usual codes: 10 and 95 by video, 11 and none in person', () => {
    expect(builtLocations(address, [])).toMatchObject([
      { session_location_type: 'telehealth', telehealth_pos_code: '10', telehealth_modifier: '95', ...address },
      { session_location_type: 'in-person', in_person_pos_code: '11', in_person_modifier: '', ...address },
    ]);
  });

  it('that stand there already move with the address, and keep what was changed in them', () => {
    const [video, room] = builtLocations(address, []);
    if (!video || !room) throw new Error('two');
    const held = [
      {
        id: 'l2',
        body: {
          ...room,
          office_name: 'Upstairs',
          in_person_pos_code: '49',
          orchid_pro_user_id: 'vera',
          modify_datetime: '',
        },
      },
      { id: 'l1', body: { ...video, orchid_pro_user_id: 'vera', modify_datetime: '' } },
    ];
    const moved = builtLocations({ ...address, office_address_line1: '14 Elm St' }, held);
    expect(moved).toMatchObject([
      { office_location_id: 'l1', office_address_line1: '14 Elm St', telehealth_pos_code: '10' },
      {
        office_location_id: 'l2',
        office_name: 'Upstairs',
        in_person_pos_code: '49',
        office_address_line1: '14 Elm St',
      },
    ]);
    expect(moved.some((one) => 'modify_datetime' in one || 'orchid_pro_user_id' in one)).toBe(false);
  });
});
