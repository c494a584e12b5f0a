/** Where the demo's client says that she lives and is reached: her practice has neither yet, and was told. */
export const memberHome = {
  phone_number: '2125550142',
  home_address_line1: '84 Orchard Street',
  home_city: 'New York',
  home_state: 'NY',
  home_zipcode: '10002',
} as const;
