import type { BrokenRule } from './broken-rule.ts';

const charts = ['sync/collections/create-chart.test.ts'];
const saving = ['sync/collections/save-professional.test.ts', 'sync/collections/save-professional-lists.test.ts'];

/** How somebody begins to work here: what she says of herself, and her first client. */
export const brokenInSettingUp: readonly BrokenRule[] = [
  {
    rule: 'CH-1',
    what: 'who is not approved begins charts',
    file: 'sync/collections/create-chart.ts',
    symbol: 'createChart',
    from: 'if (waitsForApproval(facts, actor.sub))',
    to: 'if (false)',
    tests: charts,
  },
  {
    rule: 'CH-1',
    what: 'a chart is begun in a practice that does not know her',
    file: 'sync/collections/create-chart.ts',
    symbol: 'createChart',
    from: 'own?.scope !== practiceScope(args.practice_id)',
    to: 'own === undefined',
    tests: charts,
  },
  {
    rule: 'CH-1',
    what: 'the card of a couple says how one of them is reached',
    file: 'sync/collections/create-chart.ts',
    symbol: 'createChart',
    from: '? coupleNames(args.people)',
    to: '? { ...first, ...coupleNames(args.people) }',
    tests: charts,
  },
  {
    rule: 'PR-1',
    what: '“Dr.” without a doctorate',
    file: 'sync/collections/save-professional.ts',
    symbol: 'saveProfessional',
    from: '&& !isDoctoral(degree)',
    to: '&& false',
    tests: saving,
  },
  {
    rule: 'PR-1',
    what: 'a licence of somebody else is written over',
    file: 'sync/collections/save-professional.ts',
    symbol: 'writesOf',
    from: '(id !== undefined && found?.scope !== scope)',
    to: 'false',
    tests: saving,
  },
  {
    rule: 'PR-1',
    what: 'quick intake is finished without a licence',
    file: 'sync/collections/save-professional.ts',
    symbol: 'saveProfessional',
    from: '(licenses.length > 0 || facts.within(license, licensesLoad(actor.sub)).length > 0) &&',
    to: '',
    tests: saving,
  },
  {
    rule: 'PR-1',
    what: 'what was finished begins anew',
    file: 'sync/collections/save-professional.ts',
    symbol: 'saveProfessional',
    from: '(before?.signup_form_finished ?? true) || isWhole',
    to: 'isWhole',
    tests: saving,
  },
];
