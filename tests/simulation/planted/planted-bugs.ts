import type { AnyMutator } from '../../../sync/core/define.ts';
import { registry as shipped } from '../../../sync/collections/index.ts';
import { editNote } from '../../../sync/collections/note.ts';
import type { Plant } from '../world.ts';
import { serverBugs } from './server-bugs.ts';
import { sharedBugs } from './shared-bugs.ts';
import { storeBugs } from './store-bugs.ts';

/**
 * Faults that an engine like this could have, put in through its ports: a wrapped store, a wrapped server call, another
 * registry. Nothing of this can be switched on in the product. The simulation must find each.
 */
export const plantedBugs: Readonly<Record<string, Plant>> = {
  ...storeBugs,
  ...serverBugs,
  ...sharedBugs,
  'replay reading the clock': { registry: clockReadingRegistry() },
};

/** A mutator whose outcome depends on when it runs: every replay writes another note. */
function clockReadingRegistry(): typeof shipped {
  let ticks = 0;
  const edit: typeof editNote = {
    ...editNote,
    run: (input) => {
      const outcome = editNote.run(input);
      if ('reject' in outcome) return outcome;
      ticks += 1;
      const now = new Date(ticks * 1000).toISOString();
      return outcome.map((write) => ({ ...write, body: { ...(write.body as object), started: now } }));
    },
  };
  const mutators = new Map<string, AnyMutator>(shipped.mutators);
  mutators.set(edit.name, edit);
  return { ...shipped, mutators };
}
