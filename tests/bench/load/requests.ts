import sodium from 'libsodium-wrappers';
import { sealMutation } from '../../../sync/core/deposit-box.ts';
import { toBase64Url } from '../../../sync/core/base64url.ts';
import { toInstant } from '../../../sync/core/instant.ts';
import { newId } from '../../../sync/core/new-id.ts';
import { protocolVersion } from '../../../sync/protocol/version.ts';
import { encodeCursor } from '../../../server/sync/cursor.ts';
import { systemRandom } from '../../../server/system-ports.ts';
import { noteArgs } from '../page/bench-notes.ts';
import type { LoadDevice } from './load-data.ts';

/** What the shipped transport says beside cookies. */
const shared = 'host: 127.0.0.1\r\naccept: */*\r\naccept-encoding: identity\r\nx-orchid-idle-ms: 0';

/** A device that edits its notes in turn: each edit is typed over its own last one, as at a desk. */
export class NoteTyper {
  readonly #device: LoadDevice;
  readonly #notes: number;
  readonly #lastUids = new Map<string, string>();
  #lastId = 0;

  constructor(device: LoadDevice, notes: number) {
    this.#device = device;
    this.#notes = notes;
    if (device.sessions.length < notes) throw new Error(`only ${device.sessions.length} sessions without a note`);
  }

  /** The next push of so many edits of 400 characters, sealed, as bytes that can be sent. */
  next(edits: number): Buffer {
    const { sub, clientId, keyId, cookie } = this.#device;
    const rows = Array.from({ length: edits }, () => ({
      kind: 'sealed' as const,
      id: (this.#lastId += 1),
      key: keyId,
      box: toBase64Url(this.#edit(this.#lastId)),
    }));
    const body = JSON.stringify({ protocol: protocolVersion, clientId, highest: this.#lastId, rows, principal: sub });
    const head = `POST /api/sync/v1/push HTTP/1.1\r\n${shared}\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`;
    return Buffer.from(head + body);
  }

  #edit(id: number): Uint8Array {
    const { sub, clientId, depositKey, sessions } = this.#device;
    const session = sessions[id % this.#notes] ?? '';
    const uid = newId(systemRandom);
    const base = { subjective: this.#lastUids.get(session) ?? '' };
    this.#lastUids.set(session, uid);
    const ctx = { now: toInstant(Date.now()), zone: 'America/New_York', ids: [], base };
    const message = { uid, name: 'note.edit', args: noteArgs(session, id), ctx };
    return sealMutation(sodium, depositKey, { principal: sub, clientId, id, random: systemRandom }, message);
  }
}

/** A pull as the shipped client sends it; null: from the beginning. */
export function pullRequest(device: LoadDevice, cursor: string | null): Buffer {
  const { clientId, cookie, sub } = device;
  const query = new URLSearchParams({
    client: clientId,
    ack: '0',
    ...(cursor === null ? {} : { cursor }),
    account: sub,
  });
  return Buffer.from(`GET /api/sync/v1/pull?${query} HTTP/1.1\r\n${shared}\r\ncookie: ${cookie}\r\n\r\n`);
}

/** The cursor of a device that has everything up to this place. */
export function cursorAt(epoch: string, seq: number): string {
  return encodeCursor({ epoch, seq });
}

/** Cursor and completeness as the last line of a page says. */
export function readEnd(text: string): { readonly cursor: string; readonly complete: boolean } {
  const cursor = /\{"kind":"end","cursor":"([^"]+)"/.exec(text)?.[1];
  if (cursor === undefined) throw new Error('a page without an end');
  return { cursor, complete: text.includes('"complete":true') };
}

/** Any GET of the device's session. */
export function getRequest(device: LoadDevice, path: string): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${shared}\r\ncookie: ${device.cookie}\r\n\r\n`);
}

/** Any JSON body of the device's session, whatever it is. */
export function postRequest(device: LoadDevice, path: string, body: string): Buffer {
  const head = `POST ${path} HTTP/1.1\r\n${shared}\r\ncookie: ${device.cookie}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return Buffer.from(head + body);
}
