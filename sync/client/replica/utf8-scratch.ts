const encoder = new TextEncoder();
const firstBytes = 4096;
/** A text has at most so many bytes per code unit. */
const mostBytesPerUnit = 3;

/** Text as bytes without a buffer for each: thousands of rows are sealed in a row, and buffers are what that leaves behind. */
export class Utf8Scratch {
  #bytes = new Uint8Array(firstBytes);

  /** The bytes of a text, good until the next call. */
  encode(text: string): Uint8Array {
    if (text.length * mostBytesPerUnit > this.#bytes.length)
      this.#bytes = new Uint8Array(text.length * mostBytesPerUnit);
    return this.#bytes.subarray(0, encoder.encodeInto(text, this.#bytes).written);
  }
}
