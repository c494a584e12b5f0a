/** Calls once what was drawn last is on screen and the page has gone on; returns the way to call it off. */
export function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // What is asked for in a frame comes before it is drawn, and a timer of the frame after it.
  const frame = requestAnimationFrame(() => (timer = setTimeout(work)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
