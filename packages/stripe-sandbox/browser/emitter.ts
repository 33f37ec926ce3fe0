export type Handler = (event: unknown) => void;

/** The listeners of one of Stripe's elements. */
export class Emitter<EventName extends string> {
  private readonly listeners = new Map<EventName, Set<Handler>>();

  on(event: EventName, handler: Handler): this {
    const set = this.listeners.get(event) ?? new Set();
    this.listeners.set(event, set.add(handler));
    return this;
  }

  once(event: EventName, handler: Handler): this {
    const single: Handler = (detail) => {
      this.off(event, single);
      handler(detail);
    };
    return this.on(event, single);
  }

  off(event: EventName, handler?: Handler): this {
    if (handler) this.listeners.get(event)?.delete(handler);
    else this.listeners.delete(event);
    return this;
  }

  protected emit(event: EventName, detail: object): void {
    for (const handler of [...(this.listeners.get(event) ?? [])]) handler(detail);
  }

  protected removeListeners(): void {
    this.listeners.clear();
  }
}
