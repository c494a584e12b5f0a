import type { AnyCollection, AnyMutator } from '../../../sync/core/define.ts';
import { registry as shipped } from '../../../sync/collections/index.ts';
import { cancelAppointment } from '../../../sync/collections/cancel-appointment.ts';
import { editNote, note, signNote } from '../../../sync/collections/note.ts';
import { noteIdOf } from '../../../sync/collections/appointment.ts';
import type { Plant } from '../world.ts';

/** Gross faults in what device and server share: both sides agree, and both are wrong. Only who shares no code with them can tell. */
export const sharedBugs: Readonly<Record<string, Plant>> = {
  'the last writer wins': { shared: withMutator(lastWriterWins()) },
  'clients read all notes': {
    shared: withCollection({ ...note, readers: { ...note.readers, client: ['care-team'] } }),
  },
  'cancelling empties a note': { shared: withMutator(emptyingCancel()) },
  'anybody signs': { shared: withMutator({ ...signNote, may: () => true }) },
};

function withMutator(mutator: AnyMutator): typeof shipped {
  return { ...shipped, mutators: new Map<string, AnyMutator>(shipped.mutators).set(mutator.name, mutator) };
}

function withCollection(collection: AnyCollection): typeof shipped {
  return {
    ...shipped,
    collections: new Map<string, AnyCollection>(shipped.collections).set(collection.name, collection),
  };
}

/** Every edit passes for one over the newest version. */
function lastWriterWins(): typeof editNote {
  return {
    ...editNote,
    run: (input) => {
      const stamps = input.facts.find(note, noteIdOf(input.args.appointment_id))?.stamps ?? {};
      return editNote.run({ ...input, ctx: { ...input.ctx, base: stamps } });
    },
  };
}

function emptyingCancel(): typeof cancelAppointment {
  const { follow } = cancelAppointment;
  const empty = (write: ReturnType<NonNullable<typeof follow>['run']>[number]) =>
    write.collection === 'note' ? { ...write, body: { ...(write.body as object), answers: {} } } : write;
  return {
    ...cancelAppointment,
    run: (input) => {
      const outcome = cancelAppointment.run(input);
      return 'reject' in outcome ? outcome : outcome.map(empty);
    },
    ...(follow ? { follow: { ...follow, run: (input) => follow.run(input).map(empty) } } : {}),
  };
}
