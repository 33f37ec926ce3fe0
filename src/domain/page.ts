/** The last page of a list that anyone may ask for. No schema: addresses name pages too. */
export const MAX_PAGE = 100_000;
