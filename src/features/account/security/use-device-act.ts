import * as v from 'valibot';
import type { Json } from '../../../../sync/core/record.ts';
import type { ProvedAct } from '../../../../sync/client/api.ts';
import { useOrchidForm, type OrchidForm, type SendResult } from '../../../forms/use-orchid-form.ts';
import { useClient } from '../../../lib/client-context.ts';

const schema = v.object({ password: v.pipe(v.string(), v.minLength(1, 'Please enter your password')) });
type Values = v.InferInput<typeof schema>;

/** A form with nothing but the password, before an act on a device that needs it anew. */
export function useDeviceAct(on: {
  readonly act: Extract<ProvedAct, `device.${string}`>;
  readonly body: () => Readonly<Record<string, Json>>;
  readonly onDone: (answer: unknown) => void;
}): OrchidForm<Values> {
  const client = useClient();
  return useOrchidForm<Values, Values>({
    schema,
    defaults: { password: '' },
    words: { password: 'Password' },
    send: async ({ password }): Promise<SendResult> => {
      const result = await client.actWithPassword(on.act, password, on.body());
      if (result.kind === 'failed') return { kind: 'refused', message: result.message };
      on.onDone(result.answer);
      return { kind: 'saved' };
    },
    onSent: () => undefined,
  });
}
