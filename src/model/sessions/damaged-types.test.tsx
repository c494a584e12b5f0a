import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Value } from '../../../sync/client/observable.ts';
import { blankStatus } from '../../../sync/client/status/status-board.ts';
import { ClientContext } from '../../lib/client-context.ts';
import type { OrchidClient } from '../../lib/model.ts';
import { DamagedTypes } from './damaged-types.tsx';

function wordsWith(damaged: readonly string[]): string {
  const client = { status: new Value({ ...blankStatus, damaged }) } as unknown as OrchidClient;
  const html = renderToStaticMarkup(
    <ClientContext value={client}>
      <DamagedTypes />
    </ClientContext>,
  );
  return html.replaceAll(/<[^>]*>/g, '');
}

test('[C-627] a session type that came damaged is said after “failed to fetch session types: ”, and nothing else is', () => {
  expect(wordsWith(['note|n1', 'appointment_type|t1'])).toMatch(/^failed to fetch session types: one of them came/);
  expect(wordsWith(['note|n1', 'appointment|appointment_type'])).toBe('');
  expect(wordsWith([])).toBe('');
});
