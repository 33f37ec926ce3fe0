/** Some browsers never answer, because they wait for a permission that they don't ask for. */
const WITHIN_MS = 2_000;

/** Copies text to the clipboard. Returns false if the browser has none, refuses, or doesn't answer. */
export async function copyText(text: string): Promise<boolean> {
  const noAnswer = new Promise<boolean>((resolve) => setTimeout(resolve, WITHIN_MS, false));
  try {
    const writing = navigator.clipboard.writeText(text).then(() => true);
    return await Promise.race([writing, noAnswer]);
  } catch {
    return false;
  }
}
