import { expect as expectSoon } from '@playwright/test';
import type { Device } from '../../support/app-states.ts';

const expect = expectSoon.configure({ timeout: 20_000 });

export interface OfficeSaid {
  readonly office_name: string;
  readonly office_address_line1: string;
  readonly office_address_line2?: string;
  readonly office_location_id?: string;
  readonly is_default?: boolean;
}

/** The clinician who is signed in says by REST where she sees people in person; a device that is opened after that knows it. */
export async function saveOffices(device: Device, offices: readonly OfficeSaid[]): Promise<void> {
  const { page } = device;
  const body = {
    additional_office_locations: offices.map((one) => ({
      session_location_type: 'in-person',
      office_city: 'Brooklyn',
      office_state: 'NY',
      office_zipcode: '11201',
      ...one,
    })),
  };
  const status = await page.evaluate(async (said) => {
    const answer = await fetch('/api/users/v1/orchid_pro/', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(said),
    });
    return answer.status;
  }, body);
  expect(status).toBe(200);
}

/** The ids of her offices, by their names. */
export async function officeIds({ page }: Device): Promise<ReadonlyMap<string, string>> {
  const known = await page.evaluate(async () => {
    const answer = await fetch('/api/users/v1/orchid_pro/');
    const { additional_office_locations } = (await answer.json()) as {
      additional_office_locations: { office_name: string; office_location_id: string }[];
    };
    return additional_office_locations.map(
      ({ office_name, office_location_id }) => [office_name, office_location_id] as const,
    );
  });
  return new Map(known);
}
