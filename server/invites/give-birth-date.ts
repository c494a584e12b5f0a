import type * as v from 'valibot';
import { birthDateOf } from '../../sync/collections/birth-date.ts';
import type { birthDateResponse } from '../../sync/protocol/invite-message.ts';
import { call, type Plan } from '../store/port.ts';
import type { TxContext } from '../sync/tx-context.ts';
import { bodiesOf, readJoined } from './find-invite.ts';
import { openChart, writeState } from './use-invite.ts';

/** Then the clinician is asked instead. */
const mostTries = 3;

/**
 * [IV-6] What somebody who has joined says of when they were born. Right, the chart opens; wrong three times, or where nothing is
 * left to compare with, the clinician is asked. Undefined where nothing of the kind is asked of them.
 */
export function* giveBirthDate(
  context: TxContext,
  { sub, invite: id, dob }: { readonly sub: string; readonly invite: string; readonly dob: string },
): Plan<v.InferOutput<typeof birthDateResponse> | undefined> {
  const joined = yield* readJoined(context.registry, id);
  const body = joined?.invite.body;
  if (!joined || body?.joined_as !== sub || body.state !== 'asks_birth_date') return undefined;
  const row = yield* call('getInvite', id);
  const isTaken = joined.person.body.cognito_sub !== undefined;
  if (row && !isTaken && birthDateOf(bodiesOf(joined)) === dob) {
    yield* openChart(context, joined);
    return { state: 'open' };
  }
  const tries = (row?.tries ?? mostTries) + 1;
  if (row && tries < mostTries && !isTaken) {
    yield* call('putInvite', { ...row, tries });
    return { state: 'wrong', left: mostTries - tries };
  }
  yield* writeState(context, joined.invite, { ...body, state: 'asks_clinician' });
  return { state: 'asks_clinician' };
}
