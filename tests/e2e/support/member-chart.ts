import type { Device } from '../../support/app-states.ts';

/** The id of the chart of the demo’s member, as its clinician’s device is told it. */
export async function chartOfMember({ page }: Device): Promise<string> {
  const found = await page.evaluate(async () => {
    const response = await fetch('/api/users/v1/patient_chart/?limit=100&search=Delgado');
    const { entries } = (await response.json()) as {
      readonly entries: readonly { readonly patient_chart_id: string; readonly cognito_sub: string | null }[];
    };
    return entries.find((entry) => entry.cognito_sub !== null)?.patient_chart_id;
  });
  if (found === undefined) throw new Error('the demo’s member has no chart');
  return found;
}
