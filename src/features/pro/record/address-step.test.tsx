// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import type { OfficeLocationFacts } from '../../../../sync/collections/office-location.ts';
import { ClientContext } from '../../../lib/client-context.ts';
import { unsavedTexts } from '../../../lib/flush.ts';
import type { HeldLocation } from '../../../model/profile/use-professional.ts';
import { ScreenClient } from '../../../testing/screen-client.ts';
import { AddressStep } from './address-step.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
afterEach(() => {
  unsavedTexts.letGo();
  document.body.replaceChildren();
});

const office = {
  office_address_line1: '1 Elm St',
  office_city: 'Denver',
  office_state: 'CO',
  office_zipcode: '80202',
} as const;
const mail = {
  mail_address_line1: '1 Elm St',
  mail_city: 'Denver',
  mail_state: 'CO',
  mail_zipcode: '80202',
} as const;
const place = (id: string, orchid_pro_user_id: string, office_name: string): HeldLocation => ({
  id,
  body: {
    ...office,
    session_location_type: 'in-person',
    office_name,
    video_link: '',
    office_address_line2: '',
    telehealth_pos_code: '',
    telehealth_modifier: '',
    in_person_pos_code: '11',
    in_person_modifier: '',
    show_address_to_public: false,
    is_default: false,
    orchid_pro_user_id,
    modify_datetime: '2026-11-20T09:00:00.000Z',
  },
});

/** Saves another address over these places of the practice, and answers which places were sent. */
async function movedOver(
  locations: readonly HeldLocation[],
): Promise<readonly (Partial<OfficeLocationFacts> & { readonly office_location_id?: string })[] | undefined> {
  const sent: { readonly additional_office_locations?: readonly object[] }[] = [];
  const { client: device } = new ScreenClient();
  const client = new Proxy(device, {
    get: (known, name) =>
      name === 'mutate'
        ? async (_name: string, args: object) => {
            sent.push(args);
            // What follows a saving is not asked here.
            return { kind: 'rejected', code: 'not_found', message: 'No.' };
          }
        : Reflect.get(known, name),
  });
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const known = {
    name: { first_name: 'Ann', last_name: 'Lind' },
    record: { ...office, ...mail, confirmed: {}, signup_form_finished: true, modify_datetime: '' },
    types: [],
    licenses: [],
    locations,
  };
  await act(async () =>
    root.render(
      <RouterContextProvider router={router as never}>
        <ClientContext value={client}>
          <AddressStep known={known} owner="pro-1" kind="settings" onSaved={() => undefined} />
        </ClientContext>
      </RouterContextProvider>,
    ),
  );
  const street = document.querySelector<HTMLInputElement>('[name="office_address_line1"]');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(street, '9 Oak St');
    street?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(async () => {
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Save')?.click();
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  act(() => root.unmount());
  expect(sent).toHaveLength(1);
  return sent[0]?.additional_office_locations;
}

const inPerson = { session_location_type: 'in-person', office_address_line1: '9 Oak St' };
const telehealth = { session_location_type: 'telehealth', office_address_line1: '9 Oak St' };

test('[S-356] her own places follow her address, and nobody else’s of the practice do', async () => {
  const places = await movedOver([place('hers', 'pro-2', 'Her office'), place('mine', 'pro-1', 'My office')]);
  expect(places).toMatchObject([telehealth, { ...inPerson, office_location_id: 'mine', office_name: 'My office' }]);
});

test('[S-356] who has no place of her own yet gets new ones, and takes over no colleague’s', async () => {
  const places = await movedOver([place('hers', 'pro-2', 'Her office')]);
  expect(places).toMatchObject([telehealth, { ...inPerson, office_name: 'Office' }]);
  expect(places?.map(({ office_location_id }) => office_location_id)).toEqual([undefined, undefined]);
});
