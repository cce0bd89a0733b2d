const KIB = 1024;

/** A delivery that takes more is read without its body, which is read when the delivery is sent. */
export const LARGE_BYTES = 16 * KIB;
/** About 300 webhooks about customers. */
const MOST_OF_ENDPOINT = 384 * KIB;
const MOST_OF_PROCESS = 48 * 1024 * KIB;

/** Limits the bytes of the deliveries that one process has read ahead, over all endpoints. */
export class DeliveryRoom {
  /** Bytes that endpoints have taken. */
  taken = 0;

  ofEndpoint(): EndpointRoom {
    return new EndpointRoom(this);
  }
}

/** The part of the room that one endpoint takes. */
export class EndpointRoom {
  private taken = 0;
  private isClosed = false;

  constructor(private readonly process: DeliveryRoom) {}

  /**
   * Takes all that the endpoint may take now. An endpoint that has read nothing always gets enough for one delivery, so endpoints that
   * have taken the whole room stop no other endpoint.
   * @returns bytes; the caller gives back those that it does not need
   */
  takeRest(): number {
    const shared = Math.min(MOST_OF_ENDPOINT - this.taken, MOST_OF_PROCESS - this.process.taken);
    const bytes = Math.max(0, LARGE_BYTES - this.taken, shared);
    this.add(bytes);
    return bytes;
  }

  giveBack(bytes: number): void {
    if (!this.isClosed) this.add(-bytes);
  }

  /** Gives back everything when the lease has ended. */
  close(): void {
    this.giveBack(this.taken);
    this.isClosed = true;
  }

  private add(bytes: number): void {
    this.taken += bytes;
    this.process.taken += bytes;
  }
}
