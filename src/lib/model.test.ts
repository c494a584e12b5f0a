import { expectTypeOf, test } from 'vitest';
import type { Appointment } from '../../sync/collections/appointment.ts';
import type { ArgsOf, BodyOf, CollectionName, MutatorName, RangeQuery } from './model.ts';

test('screens name records, indexes, changes and their arguments as the registry has them, or do not compile', () => {
  expectTypeOf<BodyOf<'appointment'>>().toEqualTypeOf<Appointment>();
  expectTypeOf<'appointments'>().not.toExtend<CollectionName>();
  expectTypeOf<RangeQuery<'appointment'>['index']>().toEqualTypeOf<
    'start' | 'clinician_start' | 'scope_start' | 'series'
  >();
  expectTypeOf<'note.edits'>().not.toExtend<MutatorName>();
  expectTypeOf<{ appointment: string }>().not.toExtend<ArgsOf<'appointment.cancel'>>();
  expectTypeOf<{ appointment_id: string }>().toExtend<ArgsOf<'appointment.cancel'>>();
});
