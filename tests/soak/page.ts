import { createBrowserClient } from '../../src/lib/browser-client.ts';
import { noteIdOf } from '../../sync/collections/appointment.ts';
import type { SoakApi } from './soak-api.ts';
import { readSoakText, soakArgs, soakEmail, soakField, soakText } from './soak-text.ts';

/** The client that the app ships, with its workers and its socket. */
const client = createBrowserClient();
const patienceMs = 60_000;
/** One session in so many is written as the editor writes: unsent edits are merged. */
const mergingEvery = 4;
/** After so many edits a breath, in which answers are taken in: a kill must find that under way as well. */
const breathEvery = 60;
const breathMs = 150;
/** How long an unlocked client renews its session by itself before the password is given again. */
const renewMs = 5000;

const api: SoakApi = {
  open: async (password) => {
    await until(() => client.session.get().kind !== 'starting');
    const { kind } = client.session.get();
    if (kind === 'locked') {
      const unlocked = await client.unlock(password);
      if (unlocked.kind !== 'ok') throw new Error(`unlock: ${unlocked.kind}`);
      return 'unlocked';
    }
    if (kind === 'unlocked') return 'opened';
    const result = await client.signIn({ email: soakEmail, password });
    if (result.kind !== 'ok') throw new Error(`sign-in: ${JSON.stringify(result)}`);
    await until(() => client.status.get().syncedAt !== null);
    return 'signed in';
  },
  signedIn: async (password) => {
    for (let from = performance.now(); needsSignIn(); await sleep(50)) {
      if (performance.now() - from < renewMs) continue;
      // Too many sign-ins in a minute are refused for the rest of it.
      await client.signIn({ email: soakEmail, password });
      from = performance.now();
    }
  },
  sessions: async (count) => {
    const query = {
      collection: 'appointment',
      index: 'start',
      from: new Date().toISOString(),
      to: '~',
      limit: count,
    } as const;
    const found = await client.range(query);
    if (found.length < count) throw new Error(`only ${found.length} sessions ahead`);
    return found.map((record) => record.id);
  },
  write: async (sessions, firstTurn) => {
    const onScreen = new Map<string, string>();
    for (let turn = firstTurn; ; turn += 1) {
      const place = turn % sessions.length;
      const session = sessions[place] ?? '';
      const mayGrow = place % mergingEvery === 0;
      const base = onScreen.get(session) ?? (await stampOf(session));
      const options = { base: { [soakField]: base }, ...(mayGrow ? { coalesceKey: `${session}.${soakField}` } : {}) };
      const result = await client.mutate('note.edit', soakArgs(session, soakText('browser', turn)), options);
      if (result.kind !== 'saved') throw new Error(`turn ${turn}: ${result.kind}`);
      onScreen.set(session, result.uid);
      await soakSaved({ uid: result.uid, session, turn, mayGrow });
      if (turn % breathEvery === 0) await sleep(breathMs);
    }
  },
  held: async (sessions) => {
    const state = client.session.get();
    const pending = await client.pending();
    const turns: Record<string, number> = {};
    for (const session of sessions) turns[session] = await shownTurn(session);
    return {
      sub: state.kind === 'unlocked' ? state.sub : '',
      pending: pending.map((change) => change.uid),
      unreadable: pending.filter((change) => change.state === 'unreadable').length,
      attention: (await client.attention()).map((item) => `${item.name} ${item.code}`),
      turns,
    };
  },
  isSettled: async () => {
    const { waiting, syncedAt, online, problems } = client.status.get();
    return (
      waiting === 0 && syncedAt !== null && online && problems.length === 0 && (await client.pending()).length === 0
    );
  },
};

async function noteOf(session: string) {
  return client.get('note', noteIdOf(session));
}

async function stampOf(session: string): Promise<string> {
  return (await noteOf(session))?.stamps[soakField] ?? '';
}

async function shownTurn(session: string): Promise<number> {
  const note = await noteOf(session);
  const texts = [note?.body.answers[soakField], ...(note?.body.others.map((other) => other.value) ?? [])];
  return Math.max(0, ...texts.map((text) => readSoakText(text)?.turn ?? 0));
}

async function until(holds: () => boolean): Promise<void> {
  const from = performance.now();
  while (!holds()) {
    if (performance.now() - from > patienceMs) throw new Error('waited in vain');
    await sleep(20);
  }
}

function needsSignIn(): boolean {
  const state = client.session.get();
  return state.kind !== 'unlocked' || state.needsSignIn;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

globalThis.soak = api;
