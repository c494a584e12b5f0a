import { AskedAfter } from './asked-after.ts';
import type { OrchidClient } from './model.ts';

/** `undefined` value: the record does not exist here. `loading` lasts until the replica has answered once. */
export type Loaded<Value> = { readonly loading: true } | { readonly loading: false; readonly value: Value };

const loading = { loading: true } as const;

/** Something that a screen asks of the replica. */
export interface Question<Value> {
  /** What it asks: two of one key ask the same. */
  readonly key: string;
  /** Asks a client and is told of every answer; returns the way to stop. */
  readonly ask: (client: OrchidClient, onValue: (value: Value) => void) => () => void;
  /** It stands beside what the screen is for, and is asked once that has its first answers. */
  readonly isBeside?: boolean;
}

/** A question that somebody has on screen. */
interface OpenQuestion<Value> {
  readonly ask: Question<Value>['ask'];
  readonly listeners: Set<() => void>;
  /** Everybody who has asked for it has it beside something else. */
  isBeside: boolean;
  answer: Loaded<Value>;
  stop: () => void;
}

/**
 * The questions that screens have open at one client, by what they ask. However many ask the same, the replica is asked once, and whoever asks
 * while another one listens has the answer at once. Nothing is kept of a question for which nobody listens any more, nor over a lock, another
 * account, or a turn of the lease: then each is asked anew.
 */
export class LiveAnswers {
  readonly #client: OrchidClient;
  readonly #open = new Map<string, OpenQuestion<unknown>>();
  readonly #turns = new AskedAfter<unknown>();
  #reading: string;
  #turn = 0;

  constructor(client: OrchidClient) {
    this.#client = client;
    this.#reading = this.#readingNow();
    const renew = (): void => this.#renew();
    client.session.subscribe(renew);
    client.lease.subscribe(renew);
  }

  /** Counts how often all was asked anew: what was answered before is no answer any more. */
  get turn(): number {
    return this.#turn;
  }

  /** What is known of a question, while somebody listens to it; the same object until the replica says something else. */
  get<Value>(key: string): Loaded<Value> {
    return (this.#open.get(key)?.answer ?? loading) as Loaded<Value>;
  }

  /** Listens to a question; the first who does has it asked. */
  listen<Value>(asked: Question<Value>, listener: () => void): () => void {
    const { key, isBeside = false } = asked;
    const question = (this.#open.get(key) as OpenQuestion<Value> | undefined) ?? this.#begin(asked);
    if (!isBeside) this.#putFirst(question);
    // Each who listens counts, also one that listens twice.
    const own = (): void => listener();
    question.listeners.add(own);
    return () => {
      question.listeners.delete(own);
      // A screen that asks for one thing more lets go of all that it asked before, and asks for it again in the same turn.
      queueMicrotask(() => this.#endUnheard(key));
    };
  }

  #endUnheard(key: string): void {
    const question = this.#open.get(key);
    if (!question || question.listeners.size > 0) return;
    question.stop();
    this.#open.delete(key);
  }

  #begin<Value>({ key, ask, isBeside = false }: Question<Value>): OpenQuestion<Value> {
    const question: OpenQuestion<Value> = {
      ask,
      listeners: new Set(),
      isBeside,
      answer: loading,
      stop: () => undefined,
    };
    this.#open.set(key, question);
    this.#ask(question);
    return question;
  }

  #putFirst<Value>(question: OpenQuestion<Value>): void {
    if (!question.isBeside) return;
    question.isBeside = false;
    if (this.#turns.isWaiting(question)) this.#ask(question);
    else if (question.answer.loading && this.#reading !== '') this.#turns.takeOver(question);
  }

  #ask<Value>(question: OpenQuestion<Value>): void {
    question.stop = () => undefined;
    if (this.#reading === '') return;
    question.stop = () => this.#turns.settle(question);
    if (question.isBeside) this.#turns.wait(question, () => this.#read(question));
    else this.#turns.goFirst(question, () => this.#read(question));
  }

  #read<Value>(question: OpenQuestion<Value>): void {
    let isOver = false;
    const stop = question.ask(this.#client, (value) => {
      // What was read before a lock is no answer to whoever asks after it.
      if (isOver) return;
      question.answer = { loading: false, value };
      for (const listener of question.listeners) listener();
      this.#turns.settle(question);
    });
    question.stop = () => {
      isOver = true;
      stop();
      this.#turns.settle(question);
    };
  }

  /** Whose records are read, and how much of them the lease leaves open; nothing is read of a locked device. */
  #readingNow(): string {
    const session = this.#client.session.get();
    const { turn, closed } = this.#client.lease.get();
    return session.kind === 'unlocked' ? `${session.sub} ${turn} ${closed}` : '';
  }

  #renew(): void {
    const now = this.#readingNow();
    if (now === this.#reading) return;
    this.#reading = now;
    this.#turn += 1;
    const open = [...this.#open.values()];
    for (const question of open) {
      question.stop();
      question.answer = loading;
    }
    for (const question of open.toSorted((one, other) => Number(one.isBeside) - Number(other.isBeside))) {
      this.#ask(question);
      for (const listener of question.listeners) listener();
    }
  }
}

const ofClients = new WeakMap<OrchidClient, LiveAnswers>();

/** The open questions of a client. */
export function answersOf(client: OrchidClient): LiveAnswers {
  const known = ofClients.get(client);
  if (known) return known;
  const answers = new LiveAnswers(client);
  ofClients.set(client, answers);
  return answers;
}
