declare module 'libheif-js/wasm-bundle' {
  type HeifImage = {
    get_width(): number;
    get_height(): number;
    /** Fills `pixels.data` with RGBA. Passes null to the callback if it can't. */
    display(
      pixels: { data: Uint8ClampedArray; width: number; height: number },
      done: (filled: object | null) => void,
    ): void;
  };
  const libheif: { HeifDecoder: new () => { decode(heic: Uint8Array): HeifImage[] } };
  export default libheif;
}
