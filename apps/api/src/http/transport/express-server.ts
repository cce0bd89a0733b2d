import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express } from 'express';

/**
 * Creates requests and responses with the prototypes of Express. By default Express replaces the prototype of each one. In Node before 24, fields
 * added after that give each object its own hidden class, so that inline caches miss: half of the time of an event in the API.
 */
export class ExpressServer extends ExpressAdapter {
  /** Makes the server. Nest passes options for HTTPS and for the end of connections, which we do not use. */
  override initHttpServer(): void {
    const app = this.getInstance<Express>();
    class Request extends IncomingMessage {}
    class Response extends ServerResponse<Request> {}
    app.request = derivedPrototype(Request, app.request);
    app.response = derivedPrototype(Response, app.response);
    this.httpServer = createServer({ IncomingMessage: Request, ServerResponse: Response }, app);
  }
}

/** Lets the prototype of a class inherit from another one, and returns it. */
const derivedPrototype = <Message extends object>({ prototype }: { readonly prototype: object }, inherited: Message): Message =>
  Object.setPrototypeOf(prototype, inherited) as Message;
