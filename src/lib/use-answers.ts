import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useIsBeside } from './beside.tsx';
import { useClient } from './client-context.ts';
import { JoinedAnswers } from './joined-answers.ts';
import { answersOf, type Loaded, type Question } from './live-answers.ts';

/** What the replica says to a question, redrawn whenever it says something else. `null` asks for nothing. */
export function useAnswer<Value>(asked: Question<Value> | null): Loaded<Value> {
  const live = answersOf(useClient());
  const isBeside = useIsBeside();
  const question = useSame(asked && { ...asked, isBeside }, asked?.key ?? null);
  const listen = useCallback(
    (listener: () => void) => (question === null ? () => undefined : live.listen(question, listener)),
    [live, question],
  );
  const get = (): Loaded<Value> => live.get(question?.key ?? '');
  return useSyncExternalStore(listen, get, get);
}

/**
 * The answers to one question of each of these, by what it is asked of. The first answers come together; where others are asked for, what was
 * answered before stays until theirs have come, and what is told anew meanwhile is shown at once.
 */
export function useAnswers<Value>(
  of: readonly string[],
  questionOf: (one: string) => Question<Value>,
): ReadonlyMap<string, Value> {
  const live = answersOf(useClient());
  const isBeside = useIsBeside();
  const asked = [...new Set(of)]
    .filter((one) => one !== '')
    .map((one) => ({ of: one, question: { ...questionOf(one), isBeside } }));
  const questions = useSame(asked, asked.map(({ question }) => question.key).join('\n'));
  const joined = useMemo(() => new JoinedAnswers(live, questions), [live, questions]);
  const listen = useCallback((listener: () => void) => joined.listen(listener), [joined]);
  const [last] = useState(() => new LastAnswers<Value>());
  const get = (): ReadonlyMap<string, Value> => joined.get() ?? joined.soFar(last.of(live.turn));
  const found = useSyncExternalStore(listen, get, get);
  useEffect(() => last.keep(live.turn, found), [last, live, found]);
  return found;
}

/** What was answered last, for as long as it is an answer. */
class LastAnswers<Value> {
  #turn = -1;
  #found: ReadonlyMap<string, Value> = new Map();

  keep(turn: number, found: ReadonlyMap<string, Value>): void {
    this.#turn = turn;
    this.#found = found;
  }

  of(turn: number): ReadonlyMap<string, Value> {
    return turn === this.#turn ? this.#found : none;
  }
}

const none: ReadonlyMap<string, never> = new Map<string, never>();

/** What was asked first of a key: callers make their question anew with every drawing, and it is another one where it says something else. */
function useSame<Asked>(asked: Asked, key: string | null): Asked {
  // oxlint-disable-next-line react/exhaustive-deps -- by its key, which says all of it
  return useMemo(() => asked, [key]);
}
