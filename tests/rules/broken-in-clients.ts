import type { BrokenRule } from './broken-rule.ts';

const person = ['sync/collections/edit-person.test.ts'];
const standing = ['sync/collections/chart-standing.test.ts'];
const contacts = ['sync/collections/contact.test.ts'];
const samples = ['sync/collections/seed-sample.test.ts'];

/** What is known of clients and contacts, how clients stand, and those that are made up. */
export const brokenInClients: readonly BrokenRule[] = [
  {
    rule: 'CH-2',
    what: 'a fact is written over one that was not on screen',
    file: 'sync/collections/edit-person.ts',
    symbol: 'editPerson',
    from: 'if (isStale)',
    to: 'if (false)',
    tests: person,
  },
  {
    rule: 'CH-2',
    what: 'the card of a couple says how one of them is reached',
    file: 'sync/collections/card-follows.ts',
    symbol: 'cardFollows',
    from: 'if (isOnePersons(facts, chartId))',
    to: 'if (true)',
    tests: person,
  },
  {
    rule: 'CH-3',
    what: 'sessions are booked for who is archived',
    file: 'sync/collections/client-card.ts',
    symbol: 'whyShut',
    from: "card?.archived === undefined ? null : 'chart_archived'",
    to: 'null',
    tests: standing,
  },
  {
    rule: 'CH-3',
    what: 'who is restored stays merged',
    file: 'sync/collections/chart-standing.ts',
    symbol: 'restoreChart',
    from: 'withCard(card, body,',
    to: 'withCard(card, { ...body, ...(into === undefined ? {} : { merged_into: into }) },',
    tests: standing,
  },
  {
    rule: 'CH-4',
    what: 'a chart of somebody else is merged',
    file: 'sync/collections/chart-standing.ts',
    symbol: 'mergeChart',
    from: '|| !treats',
    to: '',
    tests: standing,
  },
  {
    rule: 'CT-1',
    what: 'a contact of another practice is written over',
    file: 'sync/collections/contact.ts',
    symbol: 'saveContact',
    from: 'if (record?.scope !== scope)',
    to: 'if (!record)',
    tests: contacts,
  },
  {
    rule: 'SD-1',
    what: 'samples are made anew',
    file: 'sync/collections/seed-sample.ts',
    symbol: 'seedSample',
    from: 'if (facts.find(chart, ids.chart))',
    to: 'if (false)',
    tests: samples,
  },
  {
    rule: 'SD-1',
    what: 'the note of a sample is signed',
    file: 'sync/collections/note.ts',
    symbol: 'signNote',
    from: 'if (session.body.sample)',
    to: 'if (false)',
    tests: samples,
  },
  {
    rule: 'SD-2',
    what: 'what was put away comes back after a year',
    file: 'sync/collections/seed-sample.ts',
    symbol: 'bringSampleBack',
    from: '(receivedAt ?? ctx.now) > last',
    to: 'false',
    tests: samples,
  },
];
