const SIZES = { smallIceBags: 'Small', largeIceBags: 'Large' } as const;

/** Adds the size to an error about ice bags, because the server's message doesn't name it. */
export const bagsError = (name: keyof typeof SIZES, error: string | undefined) =>
  error?.replace(/^Ice bags/, `${SIZES[name]} ice bags`);
