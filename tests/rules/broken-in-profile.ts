import type { BrokenRule } from './broken-rule.ts';

const told = ['sync/collections/person-proposal.test.ts'];
const photo = ['sync/collections/profile-photo.test.ts', 'server/sync/draft-versions.test.ts'];

/** What people say of themselves, and what their practices make of it. */
export const brokenInProfile: readonly BrokenRule[] = [
  {
    rule: 'PP-1',
    what: 'a practice whose member has gone is told all the same',
    file: 'sync/collections/person-proposal.ts',
    symbol: 'personsOf',
    from: ' && body.ended === undefined',
    to: '',
    tests: told,
  },
  {
    rule: 'PP-1',
    what: 'told once more, word for word, it waits anew',
    file: 'sync/collections/person-proposal.ts',
    symbol: 'tellingWrite',
    from: 'else if (had[name]?.value !== value)',
    to: 'else',
    tests: told,
  },
  {
    rule: 'PP-1',
    what: 'what the practice has already stays as something told',
    file: 'sync/collections/person-proposal.ts',
    symbol: 'tellingWrite',
    from: ' || isKept(person.body, name, value)',
    to: '',
    tests: told,
  },
  {
    rule: 'PP-1',
    what: 'a city is told without its street',
    file: 'sync/collections/person-proposal.ts',
    symbol: 'saidAnew',
    from: '.filter((names) => names.some((name) => changed[name] !== undefined)).flat()',
    to: '.flat().filter((name) => changed[name] !== undefined)',
    tests: told,
  },
  {
    rule: 'PP-2',
    what: 'what was told anew since then is answered too',
    file: 'sync/collections/answer-proposal.ts',
    symbol: 'answerProposal',
    from: ' && told[name].value === args.told[name]',
    to: '',
    tests: told,
  },
  {
    rule: 'PP-2',
    what: 'what is left is taken over',
    file: 'sync/collections/answer-proposal.ts',
    symbol: 'answerProposal',
    from: "if (answer === 'kept') return writes;",
    to: '',
    tests: told,
  },
  {
    rule: 'PP-3',
    what: 'what somebody told stays when they are sent away',
    file: 'sync/collections/decide-joining.ts',
    symbol: 'undoJoining',
    from: ', ...forgettingWrites(toldPerson(facts, joined.person))',
    to: '',
    tests: told,
  },
  {
    rule: 'PH-1',
    what: 'a photo that was taken away is kept as an older version',
    file: 'server/sync/write-record.ts',
    symbol: 'writeRecord',
    from: 'collection.clinical && collection.keepsVersions !== false && before',
    to: 'collection.clinical && before',
    tests: photo,
  },
  {
    rule: 'PH-1',
    what: 'a photo may be as large as it likes',
    file: 'sync/collections/profile-photo.ts',
    symbol: 'photo',
    from: 'v.maxLength(longestPhoto), ',
    to: '',
    tests: photo,
  },
];
