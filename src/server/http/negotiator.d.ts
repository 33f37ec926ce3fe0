/** The part of negotiator that we use. Its published types only know the older version. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Record<string, string> });
    /**
     * Returns the acceptable ones of `available`, the best first. Ties are broken by `preferred`.
     */
    encodings(available: readonly string[], options: { preferred: readonly string[] }): string[];
  }
}
