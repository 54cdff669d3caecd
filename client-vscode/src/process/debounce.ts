/** A function that runs once, when calls have ceased for a while. */
export function debounce(run: () => void, pauseMs: number): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(run, pauseMs);
  };
}
