/** Runs something once the browser has drawn the reaction to the current press. */
export const afterPaint = (run: () => void) => requestAnimationFrame(() => setTimeout(run));
