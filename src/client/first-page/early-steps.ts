/** What a person did on a page of the server before its code was there. */
export type Step =
  | { kind: 'type'; field: HTMLInputElement | HTMLTextAreaElement; text: string }
  | { kind: 'choose'; field: HTMLInputElement }
  | { kind: 'press'; button: HTMLButtonElement }
  | { kind: 'enter'; field: HTMLInputElement };

declare global {
  interface Window {
    /** Set by the loader (loader.ts); `end` lets the page hear what a person does from now on. */
    kept?: { steps: Step[]; end: () => void };
  }
}
