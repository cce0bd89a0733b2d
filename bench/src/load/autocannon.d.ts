// The part of autocannon 8 that the bench uses. The package has no types (see its README, "Programmatic usage" and "Client API").
declare module 'autocannon' {
  namespace autocannon {
    interface Request {
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
    interface Client {
      on(event: 'response', listener: (status: number, bytes: number, milliseconds: number) => void): this;
      on(event: 'mismatch' | 'timeout' | 'connError', listener: () => void): this;
    }
    interface Options {
      readonly url: string;
      readonly method: 'POST';
      readonly headers: Readonly<Record<string, string>>;
      readonly connections: number;
      /** Seconds. */
      readonly duration: number;
      /** Milliseconds between checks whether the time is up. */
      readonly sampleInt: number;
      readonly requests: readonly { readonly setupRequest: (request: Request) => Request }[];
      readonly verifyBody: (body: string) => boolean;
      readonly setupClient: (client: Client) => void;
    }
    interface Instance {
      stop(): void;
    }
  }
  function autocannon(options: autocannon.Options, done: (error: Error | null) => void): autocannon.Instance;
  export = autocannon;
}
