import * as v from 'valibot';
import { ownIn, previousIn } from './expected-clients.ts';

const placed = v.object({ series_id: v.string(), client_state: v.string(), license_reason: v.string() });

/** Where clients of series are, and why they are seen there. A reason says over which it was typed (`: 7<3`): nobody's word is replaced unseen. */
export class ExpectedSeriesPlaces {
  readonly #said = new Map<string, { readonly state: string; readonly word: string }>();

  /** Answers what should not have been applied. */
  take(args: unknown): readonly string[] {
    const { series_id, client_state: state, license_reason: word } = v.parse(placed, args);
    const before = this.#said.get(series_id)?.word ?? '';
    this.#said.set(series_id, { state, word });
    return previousIn(word) === ownIn(before) ? [] : [`“${word}” was written over “${before}”`];
  }

  problems(records: readonly { readonly collection: string; readonly body: unknown }[]): readonly string[] {
    const held = records.flatMap(({ collection, body }) => {
      if (collection !== 'series_place') return [];
      const { series_id, client_state, license_reason } = v.parse(placed, body);
      return [[series_id, client_state, license_reason].join()];
    });
    const wanted = [...this.#said].map(([id, { state, word }]) => [id, state, word].join());
    const [one, other] = [held.toSorted().join('; '), wanted.toSorted().join('; ')];
    return one === other ? [] : [`places of series: ${one} instead of ${other}`];
  }
}
