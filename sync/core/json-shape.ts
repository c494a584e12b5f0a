/** Levels of nesting: deeper than anything of ours, with room for arguments of 64 levels inside a message. */
const mostLevels = 80;
/** Values of one text: a push of 500 rows has some 2,500, and no note or answer comes near. */
const mostParts = 50_000;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const bracket = 0x5b;
const brace = 0x7b;

/**
 * Looks at JSON before it is parsed, byte by byte and piece by piece: what is nested deeper or has more values than anything
 * of ours would hold the process for seconds in the parser and in the schema. Says nothing of whether it is JSON.
 */
export class JsonScan {
  #depth = 0;
  #parts = 0;
  #inString = false;
  #isEscaped = false;
  #place = 0;
  /** Of the last string at the outermost level, which is a field's name where a value follows. */
  #name = '';
  readonly #key: string | null;
  readonly #items: { from: number; to: number }[] = [];
  #isInside = false;
  #seen = 0;

  /** `key`: the outermost field whose items, where it is a list of objects, are to be found again by their places. */
  constructor(key: string | null = null) {
    this.#key = key;
  }

  /** Where the items of that list lie: byte offsets, each from its brace to behind its brace. */
  get items(): readonly { readonly from: number; readonly to: number }[] {
    return this.#items;
  }

  /** Whether the text may still be ours; once false, it stays so. */
  add(bytes: Uint8Array): boolean {
    for (let index = 0; index < bytes.length; index += 1) {
      const code = bytes[index] ?? 0;
      this.#place += 1;
      if (this.#inString) this.#string(code);
      else if (code === quote) {
        this.#inString = true;
        if (this.#depth === 1) this.#name = '';
      } else if (code === comma) this.#parts += 1;
      // `[` and `{`, `]` and `}` differ in one bit.
      else if ((code | 0x20) === 0x7b) this.#open(code);
      else if ((code | 0x20) === 0x7d) this.#close();
      if (this.#depth > mostLevels || this.#parts > mostParts) return false;
    }
    return true;
  }

  #open(code: number): void {
    this.#depth += 1;
    this.#parts += 1;
    if (this.#key === null) return;
    if (this.#depth === 2) {
      this.#isInside = code === bracket && this.#name === this.#key;
      // The parser takes the last of two fields of one name: nothing of ours sends two.
      if (this.#isInside && (this.#seen += 1) > 1) this.#parts = Number.POSITIVE_INFINITY;
    } else if (this.#depth === 3 && this.#isInside && code === brace) {
      this.#items.push({ from: this.#place - 1, to: 0 });
    }
  }

  #close(): void {
    this.#depth -= 1;
    const item = this.#items.at(-1);
    if (this.#depth === 2 && this.#isInside && item?.to === 0) item.to = this.#place;
    if (this.#depth === 1) this.#isInside = false;
  }

  #string(code: number): void {
    const isOutermost = this.#key !== null && this.#depth === 1;
    if (this.#isEscaped) this.#isEscaped = false;
    else if (code === backslash) this.#isEscaped = true;
    else if (code === quote) this.#inString = false;
    // Longer than the name that is looked for is long enough.
    if (isOutermost && this.#inString && this.#name.length <= (this.#key?.length ?? 0))
      this.#name += String.fromCharCode(code);
  }
}

/** Whether a whole text has the shape of something of ours. */
export function isOurShape(bytes: Uint8Array): boolean {
  return new JsonScan().add(bytes);
}

const reserved: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Whether this is a name that every object of the language answers to: never a field or an id of ours. */
export function isReservedName(name: string): boolean {
  return reserved.has(name);
}

/** Fields that hold an id, or ids, or the name of a field. */
const holdsName = /(?:id|ids|Id)$|^(?:after|account|client|field|key|principal|scope|seen)$/;

/** Whether a field anywhere in a parsed value, or an id in it, has a reserved name. Texts may be what they like. */
export function hasReservedName(value: unknown): boolean {
  const open: { readonly value: unknown; readonly isName: boolean }[] = [{ value, isName: false }];
  for (let next = open.pop(); next; next = open.pop()) {
    if (typeof next.value === 'string' && next.isName && isReservedName(next.value)) return true;
    if (typeof next.value !== 'object' || next.value === null) continue;
    const isArray = Array.isArray(next.value);
    for (const [name, part] of Object.entries(next.value)) {
      if (!isArray && isReservedName(name)) return true;
      open.push({ value: part, isName: isArray ? next.isName : holdsName.test(name) });
    }
  }
  return false;
}
