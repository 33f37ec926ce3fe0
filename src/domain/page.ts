/**
 * The highest page number that a list accepts. It isn't in a schema file because page addresses use
 * it too.
 */
export const MAX_PAGE = 100_000;
