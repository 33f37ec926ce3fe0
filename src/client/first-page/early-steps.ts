/** One thing a person did on a server-rendered page before its code had loaded. */
export type Step =
  | { kind: 'type'; field: HTMLInputElement | HTMLTextAreaElement; text: string }
  | { kind: 'choose'; field: HTMLInputElement }
  | { kind: 'press'; button: HTMLButtonElement }
  | { kind: 'enter'; field: HTMLInputElement };

declare global {
  interface Window {
    /** Set by loader.ts. `end` stops recording, so the page gets events again. */
    earlySteps?: { steps: Step[]; end: () => void };
  }
}
