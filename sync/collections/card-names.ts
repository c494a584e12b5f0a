/** What the card of a chart says of a person, where the chart is one person's. */
export const namesOnCard = ['first_name', 'last_name', 'preferred_first_name', 'dob', 'phone_number', 'email'] as const;

interface Named {
  readonly first_name: string;
  readonly last_name: string;
  readonly preferred_first_name?: string | undefined;
}

/** How the card of a couple, which both of them read, names them: by the names alone, both last ones where they differ. */
export function coupleNames([first, second]: readonly Named[]): {
  readonly first_name: string;
  readonly last_name: string;
} {
  const called = (one: Named | undefined): string => one?.preferred_first_name ?? one?.first_name ?? '';
  const last = [first?.last_name, second?.last_name].filter((name) => name !== undefined && name !== '');
  return {
    first_name: second ? `${called(first)} and ${called(second)}` : called(first),
    last_name: [...new Set(last)].join(' and '),
  };
}
