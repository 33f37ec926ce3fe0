/** The part of negotiator that we use; its published types know only the older version. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Record<string, string> });
    /** The acceptable ones of `available`, the best first; of equal ones the `preferred` first. */
    encodings(available: readonly string[], options: { preferred: readonly string[] }): string[];
  }
}
